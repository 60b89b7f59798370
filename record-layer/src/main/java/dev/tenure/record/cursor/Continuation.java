package dev.tenure.record.cursor;

import dev.tenure.record.error.RecordLayerException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a cursor goes on: at its start, behind a position, in the midst of an operator's children,
 * or nowhere because it has ended. Immutable; as bytes it can be kept outside of the process. It
 * fits what made it (the same operators with the same parameters over the same scans) and is
 * refused by anything else.
 *
 * <p>Compared and printed as a value; what is in it is for the operator that made it. Arrays given
 * and got are not copied, and must not be changed.
 */
public final class Continuation {
  /** The longest continuation, as bytes. */
  public static final int BYTES_MAX = 100_000;

  /** The longest position: a key. */
  public static final int POSITION_BYTES_MAX = 10_000;

  /** How many operators may stand in one another. */
  public static final int DEPTH_MAX = 32;

  /** How many children an operator may have. */
  public static final int CHILDREN_MAX = 256;

  private static final byte[] NOTHING = new byte[0];
  private static final int PRINTED_BYTES_MAX = 40;

  /** From the begin of the scan's range. */
  public static final Continuation START = new Continuation(Tag.START, null, 0, NOTHING, List.of());

  /** There is no more. */
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
  }

  /** Behind a position of the scan that has this fingerprint. */
  public static Continuation at(long fingerprint, byte[] position) {
    return new Continuation(Tag.AT, null, fingerprint, position, List.of());
  }

  /**
   * In the midst of an operator.
   *
   * @param fingerprint of the operator's parameters, 0 when there are none
   * @param state what the operator has to know beside its children
   */
  public static Continuation of(
      Operator operator, long fingerprint, byte[] state, List<Continuation> children) {
    return new Continuation(Tag.OPERATOR, operator, fingerprint, state, List.copyOf(children));
  }

  /**
   * Reads what {@link #toBytes()} gave.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are anything else
   */
  public static Continuation fromBytes(byte[] bytes) {
    return ContinuationCodec.decode(bytes);
  }

  /**
   * As bytes; the same ones for equal continuations.
   *
   * @throws RecordLayerException CONTINUATION_TOO_LARGE when a limit of this class is passed
   */
  public byte[] toBytes() {
    return ContinuationCodec.encode(this);
  }

  /** Whether a cursor from here gives nothing. */
  public boolean isEnd() {
    return tag == Tag.END;
  }

  public boolean isStart() {
    return tag == Tag.START;
  }

  /**
   * The position, for the scan of this fingerprint.
   *
   * @param scan for errors: what is scanned
   * @throws RecordLayerException CONTINUATION_REFUSED when this is of another scan, or no position
   */
  public byte[] position(long scanFingerprint, String scan) {
    if (tag != Tag.AT || fingerprint != scanFingerprint) {
      throw refusedBy(String.format("the scan %016x (%s)", scanFingerprint, scan));
    }
    return bytes;
  }

  /**
   * This continuation, when it is of an operator with these parameters.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED, naming both, when it is not
   */
  public Continuation require(Operator wanted, long wantedFingerprint, int childCount) {
    if (operator != wanted || fingerprint != wantedFingerprint || children.size() != childCount) {
      throw refusedBy(describe(wanted, wantedFingerprint, childCount));
    }
    return this;
  }

  /** What the operator kept beside its children. */
  public byte[] state() {
    return bytes;
  }

  /** Where the operator's children go on. */
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
