package dev.tenure.record.cursor;

import dev.tenure.record.error.RecordLayerException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The point at which a further cursor continues: the start, after a position, within the children
 * of an operator, or the end. Immutable. Its bytes can be kept outside of the process, for example
 * in a web page. A continuation can be used only with the same operators and parameters over the
 * same scans; any other cursor refuses it with CONTINUATION_REFUSED.
 *
 * <p>Continuations are compared by value. Their content is meant only for the operator that made
 * them. Arrays that are passed or returned are not copied, and must not be changed.
 */
public final class Continuation {
  /** The maximum size of a continuation in bytes. */
  public static final int BYTES_MAX = 100_000;

  /** The maximum size of a position, which is a key. */
  public static final int POSITION_BYTES_MAX = 10_000;

  /** The maximum depth of nested operators. */
  public static final int DEPTH_MAX = 32;

  /** The maximum number of children of an operator. */
  public static final int CHILDREN_MAX = 256;

  private static final byte[] NOTHING = new byte[0];
  private static final int PRINTED_BYTES_MAX = 40;

  /** The start of a scan. */
  public static final Continuation START = new Continuation(Tag.START, null, 0, NOTHING, List.of());

  /** The end of a scan: there are no more values. */
  public static final Continuation END = new Continuation(Tag.END, null, 0, NOTHING, List.of());

  enum Tag {
    START(0),
    AT(1),
    END(2),
    OPERATOR(3);

    final byte code;

    Tag(int code) {
      this.code = (byte) code;
    }
  }

  private final Tag tag;
  private final @Nullable Operator operator;
  private final long fingerprint;
  private final byte[] bytes;
  private final List<Continuation> children;
  private final int depth;

  private Continuation(
      Tag tag,
      @Nullable Operator operator,
      long fingerprint,
      byte[] bytes,
      List<Continuation> children) {
    this.tag = tag;
    this.operator = operator;
    this.fingerprint = fingerprint;
    this.bytes = bytes;
    this.children = children;
    this.depth = 1 + deepest(children);
  }

  private static int deepest(List<Continuation> children) {
    int deepest = 0;
    for (int i = 0; i < children.size(); i++) { // without an iterator for each row
      deepest = Math.max(deepest, children.get(i).depth);
    }
    return deepest;
  }

  /** The point after a position of the scan with this fingerprint. */
  public static Continuation at(long fingerprint, byte[] position) {
    return new Continuation(Tag.AT, null, fingerprint, position, List.of());
  }

  /**
   * A point within an operator.
   *
   * @param fingerprint the fingerprint of the operator's parameters; 0 when it has none
   * @param state the state of the operator itself, beside its children
   * @throws RecordLayerException CONTINUATION_TOO_LARGE when there are more than {@link
   *     #CHILDREN_MAX} children, or operators are nested deeper than {@link #DEPTH_MAX}
   */
  public static Continuation of(
      Operator operator, long fingerprint, byte[] state, List<Continuation> children) {
    if (children.size() > CHILDREN_MAX) { // before the text is made, as this runs for each row
      requireAtMost("children of " + operator, children.size(), CHILDREN_MAX);
    }
    Continuation made =
        new Continuation(Tag.OPERATOR, operator, fingerprint, state, List.copyOf(children));
    requireAtMost("depth", made.depth, DEPTH_MAX);
    return made;
  }

  static void requireAtMost(String what, long value, long limit) {
    if (value > limit) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_TOO_LARGE,
          "continuation has " + what + ": " + value + ", the limit is " + limit);
    }
  }

  /**
   * Decodes the bytes of {@link #toBytes()}.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are not a continuation
   */
  public static Continuation fromBytes(byte[] bytes) {
    return ContinuationCodec.decode(bytes);
  }

  /**
   * Encodes this continuation. Equal continuations have equal bytes.
   *
   * @throws RecordLayerException CONTINUATION_TOO_LARGE when it or a position in it is too long
   */
  public byte[] toBytes() {
    return ContinuationCodec.encode(this);
  }

  /** Whether this is the end, so that a cursor from here has no values. */
  public boolean isEnd() {
    return tag == Tag.END;
  }

  public boolean isStart() {
    return tag == Tag.START;
  }

  /**
   * The position, for the scan with this fingerprint.
   *
   * @param scan a description of the scan, for errors
   * @throws RecordLayerException CONTINUATION_REFUSED when this continuation belongs to another
   *     scan, or has no position
   */
  public byte[] position(long scanFingerprint, String scan) {
    if (tag != Tag.AT || fingerprint != scanFingerprint) {
      throw refusedBy(String.format("the scan %016x (%s)", scanFingerprint, scan));
    }
    return bytes;
  }

  /**
   * Returns this continuation if it belongs to an operator with these parameters.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED, naming both operators, if it does not
   */
  public Continuation require(Operator wanted, long wantedFingerprint, int childCount) {
    if (operator != wanted || fingerprint != wantedFingerprint || children.size() != childCount) {
      throw refusedBy(describe(wanted, wantedFingerprint, childCount));
    }
    return this;
  }

  /** The state of the operator itself. */
  public byte[] state() {
    return bytes;
  }

  /** The continuations of the operator's children. */
  public List<Continuation> children() {
    return children;
  }

  Tag tag() {
    return tag;
  }

  Operator operator() {
    if (operator == null) {
      throw new IllegalStateException(this + " is of no operator");
    }
    return operator;
  }

  long fingerprint() {
    return fingerprint;
  }

  byte[] bytes() {
    return bytes;
  }

  private RecordLayerException refusedBy(String reader) {
    return ContinuationCodec.refused("is of " + describe() + ", not of " + reader);
  }

  private String describe() {
    if (operator != null) {
      return describe(operator, fingerprint, children.size());
    }
    return tag == Tag.AT ? String.format("the scan %016x", fingerprint) : "anything's " + tag;
  }

  private static String describe(Operator operator, long fingerprint, int childCount) {
    return String.format(
        "the operator %s %016x with %d children", operator, fingerprint, childCount);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Continuation that
        && tag == that.tag
        && operator == that.operator
        && fingerprint == that.fingerprint
        && Arrays.equals(bytes, that.bytes)
        && children.equals(that.children);
  }

  @Override
  public int hashCode() {
    int head = 31 * (operator == null ? tag.code : operator.code()) + Long.hashCode(fingerprint);
    return 31 * (31 * head + Arrays.hashCode(bytes)) + children.hashCode();
  }

  @Override
  public String toString() {
    String hex = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, PRINTED_BYTES_MAX));
    String printed = bytes.length > PRINTED_BYTES_MAX ? hex + "... of " + bytes.length : hex;
    return switch (tag) {
      case START, END -> tag.toString();
      case AT -> "AT " + printed;
      case OPERATOR -> operator + "(" + printed + ")" + children;
    };
  }
}
