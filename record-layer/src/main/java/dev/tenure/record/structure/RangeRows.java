package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.limit.KeyValueLimits;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;

/**
 * The rows of a range set, one for each range. The key is the prefix and a tuple with the beginning
 * of the range. The value is a format byte and the end of the range.
 *
 * <p>A key of the set may be longer than a row's key can be. So the conflict keys that represent
 * long keys are cut. Cutting keeps the order, and no row has a cut key.
 */
final class RangeRows {
  static final byte FORMAT = 1;

  /** The longest key of a row, which is never a proper begin of a cut one. */
  private static final int KEY_BYTES_MAX = KeyValueLimits.KEY_BYTES_MAX - 1;

  private final byte[] prefix;
  private final String name;

  RangeRows(byte[] prefix, String name) {
    this.prefix = prefix;
    this.name = name;
  }

  byte[] prefix() {
    return prefix;
  }

  /** The name of the set, for errors. */
  String name() {
    return name;
  }

  /** All rows. */
  Range all() {
    return new Range(prefix, ByteArrayUtil.join(prefix, new byte[] {(byte) 0xFF}));
  }

  /**
   * The key of the row of the range with this beginning.
   *
   * @throws RecordLayerException KEY_TOO_LARGE
   */
  byte[] key(byte[] begin) {
    byte[] key = packed(begin);
    if (key.length > KEY_BYTES_MAX) {
      throw new RecordLayerException(
          Code.KEY_TOO_LARGE,
          String.format(
              "row of a range would have a key of %d bytes, the limit is %d (%s)",
              key.length, KEY_BYTES_MAX, name));
    }
    return key;
  }

  /** The row key that represents a key of the set in conflicts and bounds. */
  byte[] conflictKey(byte[] key) {
    byte[] packed = packed(key);
    return packed.length <= KEY_BYTES_MAX ? packed : Arrays.copyOf(packed, KEY_BYTES_MAX);
  }

  /**
   * The range of row keys that represents all keys of a range. A beginning that is too long is cut,
   * and then represents all keys that are cut to the same bytes.
   */
  Range conflictRange(Range range) {
    byte[] end = packed(range.end);
    return new Range(
        conflictKey(range.begin),
        end.length <= KEY_BYTES_MAX ? end : after(Arrays.copyOf(end, KEY_BYTES_MAX)));
  }

  private byte[] packed(byte[] key) {
    return new Tuple().add(key).pack(prefix);
  }

  /** The first possible key after a key. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  static byte[] value(byte[] end) {
    byte[] value = new byte[end.length + 1];
    value[0] = FORMAT;
    System.arraycopy(end, 0, value, 1, end.length);
    return value;
  }

  /**
   * The range of a row.
   *
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  Range range(KeyValue row) {
    byte[] key = row.getKey();
    byte[] value = row.getValue();
    StoredPlace place = new StoredPlace("range", describe(key));
    if (value.length == 0 || value[0] != FORMAT) {
      String format = value.length == 0 ? "none" : Byte.toString(value[0]);
      throw place.unknown("has format " + format + ", known is " + FORMAT);
    }
    byte[] begin =
        PackedTuples.unpack(key, prefix.length)
            .filter(columns -> columns.size() == 1 && columns.get(0) instanceof byte[])
            .map(columns -> columns.getBytes(0))
            .orElseThrow(() -> place.damaged("has a key that is no begin, expected one of bytes"));
    Range range = new Range(begin, Arrays.copyOfRange(value, 1, value.length));
    if (isEmpty(range)) {
      throw place.damaged("ends at or before its begin, at " + shown(range.end));
    }
    return range;
  }

  /** The error that a range begins before the end of the previous one. */
  RecordLayerException overlap(byte[] end, Range next) {
    return new StoredPlace("range", describe(conflictKey(next.begin)))
        .damaged("begins before the end of the range in front of it, at " + shown(end));
  }

  private String describe(byte[] key) {
    return name + ", key " + ByteArrayUtil.printable(key);
  }

  static boolean isEmpty(Range range) {
    return Arrays.compareUnsigned(range.begin, range.end) >= 0;
  }

  private static String shown(byte[] key) {
    return "\"" + ByteArrayUtil.printable(key) + "\"";
  }
}
