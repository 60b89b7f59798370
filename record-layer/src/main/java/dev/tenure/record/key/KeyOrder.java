package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order of a column's values. Each value is encoded as bytes that sort in this order when they
 * are compared as unsigned, a prefix before longer arrays.
 *
 * <pre>
 * null first       00
 * null last        FF
 * ascending        the value as the only element of a tuple
 * descending       the same with all bits flipped, then FF
 * </pre>
 *
 * <p>A packed value begins with its type code, 01 to 33 (hexadecimal), so null differs from all
 * values. A packed value can be the prefix of another one only if it ends in 00 and the other one
 * continues with FF. Flipped, that FF is 00, which sorts before the FF that ends the shorter value.
 */
public enum KeyOrder {
  ASCENDING_NULLS_FIRST(false, false),
  ASCENDING_NULLS_LAST(false, true),
  DESCENDING_NULLS_FIRST(true, false),
  DESCENDING_NULLS_LAST(true, true);

  private static final byte NULL_FIRST = 0;
  private static final byte LAST = (byte) 0xFF;
  private static final int SHOWN_BYTES_MAX = 32;

  /**
   * The most levels of nested lists: twice the depth of expressions, since a concatenated nest is a
   * list of lists.
   */
  private static final int NESTING_MAX = 2 * KeyExpression.DEPTH_MAX;

  private final boolean descending;
  private final boolean nullsLast;

  KeyOrder(boolean descending, boolean nullsLast) {
    this.descending = descending;
    this.nullsLast = nullsLast;
  }

  public boolean isDescending() {
    return descending;
  }

  /** Whether null comes after all values, and not before them. */
  public boolean isNullsLast() {
    return nullsLast;
  }

  /** The order in which a reverse scan of this order returns the values. */
  public KeyOrder reversed() {
    return switch (this) {
      case ASCENDING_NULLS_FIRST -> DESCENDING_NULLS_LAST;
      case ASCENDING_NULLS_LAST -> DESCENDING_NULLS_FIRST;
      case DESCENDING_NULLS_FIRST -> ASCENDING_NULLS_LAST;
      case DESCENDING_NULLS_LAST -> ASCENDING_NULLS_FIRST;
    };
  }

  /** The name of the function of {@link KeyFunctions} that gives this order. */
  public String functionName() {
    return "order_" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * The order in which a function encodes a column; empty for a column that is no such function.
   */
  public static Optional<KeyOrder> of(KeyExpression column) {
    return column instanceof KeyExpression.Function function
        ? Arrays.stream(values())
            .filter(each -> each.functionName().equals(function.name()))
            .findFirst()
        : Optional.empty();
  }

  /**
   * Encodes a value.
   *
   * @throws IllegalArgumentException when no tuple can hold the value, when it contains an
   *     incomplete versionstamp, or when its lists are nested deeper than 64
   */
  public byte[] encode(@Nullable Object value) {
    if (value == null) {
      return new byte[] {nullByte()};
    }
    byte[] packed = Tuple.fromList(Collections.singletonList(value)).pack();
    if (PackedTuples.end(packed, 0, NESTING_MAX) != packed.length) {
      throw new IllegalArgumentException(
          "lists are nested deeper than " + NESTING_MAX + ", the limit");
    }
    return descending ? flipped(packed, packed.length + 1) : packed;
  }

  /** Whether the bytes encode null. */
  public boolean isNull(byte[] bytes) {
    return bytes.length == 1 && bytes[0] == nullByte();
  }

  /**
   * Decodes a value. Integers are {@code Long} or {@code BigInteger}, nested tuples are {@code
   * List}.
   *
   * @throws RecordLayerException DAMAGED when the bytes do not encode a value
   */
  public @Nullable Object decode(byte[] bytes) {
    if (isNull(bytes)) {
      return null;
    }
    if (bytes.length < 2 && (descending || bytes.length == 0)) {
      throw damaged(bytes, "too short", null);
    }
    byte[] packed = bytes;
    if (descending) {
      packed = flipped(bytes, bytes.length);
      packed = Arrays.copyOf(packed, packed.length - 1);
    }
    return unpacked(packed, bytes);
  }

  private Object unpacked(byte[] packed, byte[] bytes) {
    if (PackedTuples.end(packed, 0, NESTING_MAX) != packed.length) {
      throw damaged(bytes, "no one value, or nested deeper than " + NESTING_MAX, null);
    }
    Object value;
    boolean isItsForm;
    try {
      Tuple tuple = Tuple.fromBytes(packed);
      value = tuple.size() == 1 ? tuple.get(0) : null;
      isItsForm = value != null && Arrays.equals(encode(value), bytes);
    } catch (RuntimeException e) {
      throw damaged(bytes, "no packed value", e);
    }
    if (value == null || !isItsForm) {
      throw damaged(bytes, "not the one form of a value", null);
    }
    return value;
  }

  private byte nullByte() {
    return nullsLast ? LAST : NULL_FIRST;
  }

  /** The bytes flipped; FF behind them up to the length. */
  private static byte[] flipped(byte[] bytes, int length) {
    byte[] flipped = Arrays.copyOf(bytes, length);
    for (int i = 0; i < length; i++) {
      flipped[i] = (byte) ~flipped[i];
    }
    return flipped;
  }

  private RecordLayerException damaged(byte[] bytes, String why, @Nullable Throwable cause) {
    byte[] shown = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_BYTES_MAX));
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "column of "
            + functionName()
            + " of "
            + bytes.length
            + " bytes ("
            + HexFormat.of().formatHex(shown)
            + (shown.length < bytes.length ? "…" : "")
            + ") is "
            + why,
        cause);
  }
}
