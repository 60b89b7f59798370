package dev.tenure.record.index.aggregate;

import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The changes of a transaction in one row of a bitmap index. Mutable; guarded by its owner. */
final class BitRow {
  private byte @Nullable [] before;
  private boolean compared;
  private final NavigableMap<Integer, Integer> records = new TreeMap<>();
  private final NavigableMap<Integer, Boolean> written = new TreeMap<>();

  /** Whether {@link #before} was called. */
  boolean isCompared() {
    return compared;
  }

  /** Sets the stored bits from before this transaction; null when there was no row. */
  void before(byte @Nullable [] bits) {
    if (!compared) {
      before = bits;
      compared = true;
    }
  }

  /** Notes that this many more records have the bit. */
  void add(int bit, int more) {
    records.merge(bit, more, Integer::sum);
  }

  /** A bit that more than one record has, as far as the stored bits show it. */
  OptionalInt twice() {
    return records.entrySet().stream()
        .filter(each -> each.getValue() > (isSet(before, each.getKey()) ? 0 : 1))
        .mapToInt(each -> each.getKey())
        .findFirst();
  }

  /**
   * Removes and returns the changes that are not written yet, for a row of this number of bytes. If
   * further changes may follow, the row must be compared first.
   */
  BitMasks take(int bytes) {
    BitMasks masks = new BitMasks(bytes);
    records.forEach(
        (bit, sum) -> {
          boolean original = compared ? isSet(before, bit) : sum < 0;
          boolean value = sum + (original ? 1 : 0) > 0;
          if (value != written.getOrDefault(bit, original)) {
            written.put(bit, value);
            masks.add(bit, value);
          }
        });
    return masks;
  }

  static boolean isSet(byte @Nullable [] bits, int bit) {
    return bits != null && (bits[bit / Byte.SIZE] & (1 << (bit % Byte.SIZE))) != 0;
  }
}
