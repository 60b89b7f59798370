package dev.tenure.embedded.write;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A set of keys as disjoint ranges [begin, end) that do not touch. */
final class IntervalSet {
  private final TreeMap<byte[], byte[]> endByBegin = new TreeMap<>(KeyBytes.ORDER);

  IntervalSet copy() {
    IntervalSet copy = new IntervalSet();
    copy.endByBegin.putAll(endByBegin);
    return copy;
  }

  boolean isEmpty() {
    return endByBegin.isEmpty();
  }

  void add(byte[] begin, byte[] end) {
    byte[] newBegin = begin;
    byte[] newEnd = end;
    Map.Entry<byte[], byte[]> last = endByBegin.floorEntry(end);
    while (last != null && KeyBytes.compare(last.getValue(), begin) >= 0) {
      newBegin = KeyBytes.least(newBegin, last.getKey());
      newEnd = KeyBytes.greatest(newEnd, last.getValue());
      endByBegin.remove(last.getKey());
      last = endByBegin.lowerEntry(last.getKey());
    }
    endByBegin.put(newBegin, newEnd);
  }

  void remove(byte[] begin, byte[] end) {
    if (endByBegin.isEmpty()) {
      return;
    }
    Map.Entry<byte[], byte[]> before = endByBegin.lowerEntry(begin);
    if (before != null && KeyBytes.compare(before.getValue(), begin) > 0) {
      byte[] beforeEnd = before.getValue();
      endByBegin.put(before.getKey(), begin);
      if (KeyBytes.compare(beforeEnd, end) > 0) {
        endByBegin.put(end, beforeEnd);
        return;
      }
    }
    Map.Entry<byte[], byte[]> next = endByBegin.ceilingEntry(begin);
    while (next != null && KeyBytes.isBefore(next.getKey(), end)) {
      endByBegin.remove(next.getKey());
      if (KeyBytes.compare(next.getValue(), end) > 0) {
        endByBegin.put(end, next.getValue());
        return;
      }
      next = endByBegin.higherEntry(next.getKey());
    }
  }

  boolean contains(byte[] key) {
    Map.Entry<byte[], byte[]> entry = endByBegin.floorEntry(key);
    return entry != null && KeyBytes.isBefore(key, entry.getValue());
  }

  /** The last range that begins at or before the key, or null. */
  Map.@Nullable Entry<byte[], byte[]> floor(byte[] key) {
    return endByBegin.floorEntry(key);
  }

  /** The last range that begins before the key, or null. */
  Map.@Nullable Entry<byte[], byte[]> lower(byte[] key) {
    return endByBegin.lowerEntry(key);
  }

  /** The begin of the first range at or after the key, or null. */
  byte @Nullable [] nextBegin(byte[] key) {
    return endByBegin.ceilingKey(key);
  }

  List<Range> ranges() {
    List<Range> ranges = new ArrayList<>(endByBegin.size());
    for (Map.Entry<byte[], byte[]> entry : endByBegin.entrySet()) {
      ranges.add(new Range(entry.getKey(), entry.getValue()));
    }
    return ranges;
  }

  /** The parts of the set within [begin, end). */
  List<Range> within(byte[] begin, byte[] end) {
    List<Range> parts = new ArrayList<>();
    Map.Entry<byte[], byte[]> entry = endByBegin.floorEntry(begin);
    if (entry == null || KeyBytes.compare(entry.getValue(), begin) <= 0) {
      entry = endByBegin.higherEntry(begin);
    }
    while (entry != null && KeyBytes.isBefore(entry.getKey(), end)) {
      parts.add(
          new Range(
              KeyBytes.greatest(begin, entry.getKey()), KeyBytes.least(end, entry.getValue())));
      entry = endByBegin.higherEntry(entry.getKey());
    }
    return parts;
  }
}
