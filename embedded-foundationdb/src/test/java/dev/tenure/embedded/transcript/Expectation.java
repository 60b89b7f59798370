package dev.tenure.embedded.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what a step gave with what the recording says it must give. */
final class Expectation {
  private final TranscriptNotation notation;
  private final TranscriptTokens tokens;

  Expectation(TranscriptNotation notation, TranscriptTokens tokens) {
    this.notation = notation;
    this.tokens = tokens;
  }

  /** What differs, or null. */
  @Nullable String mismatch(TranscriptStep step, TranscriptOutcome outcome) {
    List<Map<?, ?>> accepted = new ArrayList<>();
    accepted.add((Map<?, ?>) step.fields().get("expect"));
    if (step.has("also")) {
      for (Object each : step.list("also")) {
        accepted.add((Map<?, ?>) each);
      }
    }
    for (Map<?, ?> expected : accepted) {
      if (matches(expected, outcome)) {
        return null;
      }
    }
    return "expected " + accepted.get(0) + ", got " + outcome.fields();
  }

  private boolean matches(Map<?, ?> expected, TranscriptOutcome outcome) {
    if (expected.containsKey("version")) {
      Object version = outcome.fields().get("version");
      return version instanceof Long number && tokens.matchesVersion(expected, number);
    }
    if (expected.containsKey("committed")) {
      Object version = outcome.fields().get("committed");
      return version instanceof Long number
          && tokens.matchesCommit(expected.get("committed"), number);
    }
    if (Boolean.TRUE.equals(expected.get("approximate"))) {
      return outcome.fields().get("number") instanceof Long number && number >= 0;
    }
    if (expected.containsKey("number") && outcome.fields().get("version") instanceof Long number) {
      return number.equals(expected.get("number"));
    }
    Map<String, Object> canonical = new TreeMap<>();
    expected.forEach(
        (name, value) -> canonical.put((String) name, canonical((String) name, value)));
    return canonical.equals(new TreeMap<>(outcome.fields()));
  }

  private Object canonical(String name, @Nullable Object value) {
    return switch (name) {
      case "value", "key", "begin", "end" ->
          TranscriptNotation.encode(notation.decodeOrNull(value));
      case "rows", "keys" -> canonicalBytes(value);
      case "mapped" -> canonicalMapped(value);
      default -> value == null ? "null" : value;
    };
  }

  private Object canonicalBytes(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(this::canonicalBytes).toList();
    }
    return TranscriptNotation.encode(notation.decodeOrNull(value));
  }

  private Object canonicalMapped(@Nullable Object value) {
    List<Map<String, Object>> mapped = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        Map<String, Object> row = new LinkedHashMap<>();
        ((Map<?, ?>) each).forEach((name, part) -> row.put((String) name, canonicalBytes(part)));
        mapped.add(row);
      }
    }
    return mapped;
  }
}
