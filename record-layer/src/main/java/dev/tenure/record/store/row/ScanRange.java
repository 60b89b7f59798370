package dev.tenure.record.store.row;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.tuple.TupleRange;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a scan reads: a range of the keys that begin with a base, in one direction.
 * Positions in continuations are keys without the base.
 */
public final class ScanRange {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final String name;
  private final byte[] base;
  private final byte[] begin;
  private final byte[] end;
  private final boolean reverse;

  private ScanRange(String name, byte[] base, byte[] begin, byte[] end, boolean reverse) {
    this.name = name;
    this.base = base;
    this.begin = begin;
    this.end = end;
    this.reverse = reverse;
  }

  /** The records of a type. */
  public static ScanRange records(
      StoreKeys keys, BoundType type, TupleRange range, boolean reverse) {
    byte[] low = keys.recordPrefix(type, orEmpty(range.low()));
    byte[] high = keys.recordPrefix(type, orEmpty(range.high()));
    String name = "records " + type.name() + " of store " + keys.describe();
    return between(name, keys.typePrefix(type), range, low, high, reverse);
  }

  /** Other rows, below a prefix. */
  public static ScanRange rows(String name, byte[] base, Range range, boolean reverse) {
    return new ScanRange(name, base, range.begin, range.end, reverse);
  }

  /** The records of a type in a range of keys, which begins and ends between records. */
  public static ScanRange recordKeys(StoreKeys keys, BoundType type, Range range) {
    String name = "records " + type.name() + " of store " + keys.describe();
    return new ScanRange(name, keys.typePrefix(type), range.begin, range.end, false);
  }

  /**
   * Rows of an index.
   *
   * @param keys a range below the index's prefix, or below that of its second structure
   */
  public static ScanRange index(BoundIndex index, IndexKeys place, Range keys, boolean reverse) {
    String name = "index " + index.name() + " of store " + place.store();
    byte[] base = base(place, keys.begin);
    return new ScanRange(name, base, keys.begin, keys.end, reverse);
  }

  private static byte[] base(IndexKeys place, byte[] key) {
    for (byte[] base : List.of(place.prefix(), place.structurePrefix())) {
      if (ByteArrayUtil.startsWith(key, base)) {
        return base;
      }
    }
    throw new IllegalArgumentException(
        "range begins at " + ByteArrayUtil.printable(key) + ", which is not in the index");
  }

  private static ScanRange between(
      String name, byte[] base, TupleRange range, byte[] low, byte[] high, boolean reverse) {
    if (range.lastIsStart()) {
      byte[] start = Arrays.copyOf(low, low.length - 1); // without the string's closing 00
      return new ScanRange(name, base, start, ByteArrayUtil.strinc(start), reverse);
    }
    boolean fromLow = range.low() == null || range.lowInclusive();
    boolean toHigh = range.high() == null || range.highInclusive();
    byte[] begin = fromLow ? low : StoreKeys.behind(low);
    byte[] end = toHigh ? StoreKeys.behind(high) : high;
    return new ScanRange(name, base, begin, end, reverse);
  }

  private static Tuple orEmpty(@Nullable Tuple tuple) {
    return Objects.requireNonNullElseGet(tuple, Tuple::new);
  }

  /**
   * The rest of the range, after all keys that begin with the position.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the position is not in the range
   */
  ScanRange behind(byte[] position) {
    byte[] key = Arrays.copyOf(base, base.length + position.length);
    System.arraycopy(position, 0, key, base.length, position.length);
    if (Arrays.compareUnsigned(key, begin) < 0 || Arrays.compareUnsigned(key, end) >= 0) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          "continuation is at a key outside of the range that is scanned (" + name + ")");
    }
    return reverse
        ? new ScanRange(name, base, begin, key, true)
        : new ScanRange(name, base, StoreKeys.behind(key), end, false);
  }

  /** The position of a key. */
  byte[] position(byte[] key) {
    return Arrays.copyOfRange(key, base.length, key.length);
  }

  public byte[] base() {
    return base;
  }

  /** The keys from the first that may be read to before the last. */
  public Range keys() {
    return new Range(begin, end);
  }

  byte[] begin() {
    return begin;
  }

  byte[] end() {
    return end;
  }

  boolean isReverse() {
    return reverse;
  }

  /** Whether no key can be in the range. */
  boolean isEmpty() {
    return Arrays.compareUnsigned(begin, end) >= 0;
  }

  /**
   * The fingerprint of the scan, which depends on the scanned rows, the range and the direction.
   */
  long fingerprint() {
    long hash = mix(FNV_OFFSET, name.getBytes(StandardCharsets.UTF_8));
    hash = mix(hash, begin);
    hash = mix(hash, end);
    return mix(hash, new byte[] {(byte) (reverse ? 1 : 0)});
  }

  private static long mix(long start, byte[] bytes) {
    long hash = (start ^ bytes.length) * FNV_PRIME;
    for (byte next : bytes) {
      hash = (hash ^ (next & 0xFF)) * FNV_PRIME;
    }
    return hash;
  }

  @Override
  public String toString() {
    return name;
  }
}
