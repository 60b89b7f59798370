package dev.tenure.queue.trace;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace of an item's producer, as W3C Trace Context (level 1) and Baggage define it.
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param parentId the span that caused the work: 16 lower-case hexadecimal digits, not all zero
 * @param flags 0 to 255; bit 0 says that the trace is recorded
 * @param traceState data of tracing vendors, passed on unchanged; at most 512 characters
 * @param baggage data of the application, passed on unchanged; at most 4,096 characters
 */
public record TraceContext(
    String traceId,
    String parentId,
    int flags,
    Optional<String> traceState,
    Optional<String> baggage) {
  /** The names of the attributes that hold an item's trace. */
  public static final String TRACE_PARENT = "traceparent";

  public static final String TRACE_STATE = "tracestate";
  public static final String BAGGAGE = "baggage";

  public static final int TRACE_STATE_CHARACTERS_MAX = 512;

  /**
   * The most characters of baggage. W3C requires 8,192, but here baggage shares 8,192 bytes with
   * all attributes.
   */
  public static final int BAGGAGE_CHARACTERS_MAX = 4_096;

  private static final int SAMPLED = 1;
  private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
  private static final Pattern PARENT_ID = Pattern.compile("(?!0{16})[0-9a-f]{16}");

  /** Versions above 00 may have fields behind the flags, which are ignored (W3C, section 3.2.2). */
  private static final Pattern PARENT =
      Pattern.compile(
          "(?:00|(?!00|ff)[0-9a-f]{2}(?=-.{32}-.{16}-..(?:$|-)))-([0-9a-f]{32})-([0-9a-f]{16})"
              + "-([0-9a-f]{2})(-.*)?");

  /**
   * @throws IllegalArgumentException which names what is out of range, the value and the limit
   */
  public TraceContext {
    check("trace id", traceId, TRACE_ID, "32");
    check("parent id", parentId, PARENT_ID, "16");
    if (flags < 0 || flags > 0xff) {
      throw new IllegalArgumentException("trace flags are " + flags + ", they must be 0 to 255");
    }
    traceState.ifPresent(state -> check("tracestate", state, TRACE_STATE_CHARACTERS_MAX));
    baggage.ifPresent(carried -> check("baggage", carried, BAGGAGE_CHARACTERS_MAX));
  }

  /**
   * Parses the W3C header {@value #TRACE_PARENT}.
   *
   * @throws IllegalArgumentException when the text is not such a header; the message quotes it
   */
  public static TraceContext parse(String traceParent) {
    Matcher matcher = PARENT.matcher(traceParent);
    if (!matcher.matches() || (traceParent.startsWith("00-") && matcher.group(4) != null)) {
      throw new IllegalArgumentException(
          "traceparent is \""
              + (traceParent.length() <= 80 ? traceParent : traceParent.substring(0, 80) + "…")
              + "\", expected version-traceid-parentid-flags in lower-case hexadecimal digits");
    }
    return new TraceContext(
        matcher.group(1),
        matcher.group(2),
        Integer.parseInt(matcher.group(3), 16),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The trace in an item's attributes; empty when {@code traceparent} is absent or cannot be read.
   * A {@code tracestate} or {@code baggage} that is too long is left out.
   */
  public static Optional<TraceContext> of(Map<String, String> attributes) {
    String parent = attributes.get(TRACE_PARENT);
    if (parent == null) {
      return Optional.empty();
    }
    TraceContext trace;
    try {
      trace = parse(parent);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(
        new TraceContext(
            trace.traceId,
            trace.parentId,
            trace.flags,
            fitting(attributes, TRACE_STATE, TRACE_STATE_CHARACTERS_MAX),
            fitting(attributes, BAGGAGE, BAGGAGE_CHARACTERS_MAX)));
  }

  private static Optional<String> fitting(
      Map<String, String> attributes, String name, int charactersMax) {
    return Optional.ofNullable(attributes.get(name))
        .filter(value -> !value.isEmpty() && value.length() <= charactersMax);
  }

  public TraceContext withTraceState(String newState) {
    return new TraceContext(traceId, parentId, flags, Optional.of(newState), baggage);
  }

  public TraceContext withBaggage(String newBaggage) {
    return new TraceContext(traceId, parentId, flags, traceState, Optional.of(newBaggage));
  }

  /** Whether the process that began the trace records it. */
  public boolean sampled() {
    return (flags & SAMPLED) != 0;
  }

  /** The header {@code traceparent}, in version 00, which every reader understands. */
  public String traceParent() {
    return "00-%s-%s-%02x".formatted(traceId, parentId, flags);
  }

  /** The trace as one to three attributes of an item. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put(TRACE_PARENT, traceParent());
    traceState.ifPresent(state -> attributes.put(TRACE_STATE, state));
    baggage.ifPresent(carried -> attributes.put(BAGGAGE, carried));
    return Collections.unmodifiableMap(attributes);
  }

  private static void check(String what, String value, Pattern pattern, String digits) {
    if (!pattern.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s is \"%s\", it must be %s lower-case hexadecimal digits, not all zero"
              .formatted(what, value, digits));
    }
  }

  private static void check(String what, String value, int charactersMax) {
    if (value.isEmpty() || value.length() > charactersMax) {
      throw new IllegalArgumentException(
          "%s is %d characters, it must be 1 to %d".formatted(what, value.length(), charactersMax));
    }
  }
}
