package dev.tenure.record.index.aggregate;

import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transaction changes in one row of a bitmap index. Mutable; guarded by its owner. */
final class BitRow {
  private byte @Nullable [] before;
  private boolean compared;
  private final NavigableMap<Integer, Integer> records = new TreeMap<>();
  private final NavigableMap<Integer, Boolean> written = new TreeMap<>();

  /** Whether {@link #before} was called. */
  boolean isCompared() {
    return compared;
  }

  /** Takes the bits that were there before this transaction changed any; null for none. */
  void before(byte @Nullable [] bits) {
    if (!compared) {
      before = bits;
      compared = true;
    }
  }

  /** So many records more have a bit. */
  void add(int bit, int more) {
    records.merge(bit, more, Integer::sum);
  }

  /** A bit that more than one record has, as far as is known from what was there before. */
  OptionalInt twice() {
    return records.entrySet().stream()
        .filter(each -> each.getValue() > (isSet(before, each.getKey()) ? 0 : 1))
        .mapToInt(each -> each.getKey())
        .findFirst();
  }

  /** What is to be written of changes up to now, in a row of so many bytes; once. */
  BitMasks take(int bytes) {
    BitMasks masks = new BitMasks(bytes);
    for (int bit : records.keySet()) {
      int sum = records.getOrDefault(bit, 0);
      Boolean old = written.get(bit);
      if (sum == 0 && old == null) {
        continue;
      }
      boolean value = sum == 0 ? !Boolean.TRUE.equals(old) : sum > 0;
      if (old == null || old != value) {
        note(bit, sum, value);
        masks.add(bit, value);
      }
    }
    return masks;
  }

  /** A bit that is as it was before this transaction counts as not written. */
  private void note(int bit, int sum, boolean value) {
    if (sum == 0) {
      written.remove(bit);
    } else {
      written.put(bit, value);
    }
  }

  static boolean isSet(byte @Nullable [] bits, int bit) {
    return bits != null && (bits[bit / Byte.SIZE] & (1 << (bit % Byte.SIZE))) != 0;
  }
}
