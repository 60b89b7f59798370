package dev.tenure.record.context;

import com.apple.foundationdb.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** The keys that a transaction has written through its context. Safe for use by many threads. */
final class WrittenKeys {
  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
  private final List<Range> ranges = new ArrayList<>();

  synchronized void add(byte[] key) {
    keys.add(key);
  }

  synchronized void add(Range range) {
    ranges.add(range);
  }

  synchronized boolean isEmpty() {
    return keys.isEmpty() && ranges.isEmpty();
  }

  synchronized boolean contains(byte[] key) {
    return keys.contains(key)
        || ranges.stream()
            .anyMatch(
                range ->
                    Arrays.compareUnsigned(range.begin, key) <= 0
                        && Arrays.compareUnsigned(key, range.end) < 0);
  }

  synchronized boolean intersects(Range range) {
    byte[] first = keys.ceiling(range.begin);
    return (first != null && Arrays.compareUnsigned(first, range.end) < 0)
        || ranges.stream()
            .anyMatch(
                written ->
                    Arrays.compareUnsigned(written.begin, range.end) < 0
                        && Arrays.compareUnsigned(range.begin, written.end) < 0);
  }
}
