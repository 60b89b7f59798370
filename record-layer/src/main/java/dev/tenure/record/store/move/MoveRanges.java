package dev.tenure.record.store.move;

import com.apple.foundationdb.Range;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Ranges of keys, relative to a store. */
public final class MoveRanges {
  private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

  private MoveRanges() {}

  /** The part of a range from one key on and before another; empty when the part has no key. */
  public static Optional<Range> cut(Range range, ByteString from, Optional<ByteString> to) {
    byte[] begin = later(range.begin, from.toByteArray());
    byte[] end =
        to.map(ByteString::toByteArray)
            .filter(limit -> ORDER.compare(limit, range.end) < 0)
            .orElse(range.end);
    return ORDER.compare(begin, end) < 0 ? Optional.of(new Range(begin, end)) : Optional.empty();
  }

  /** The same keys in ranges that neither overlap nor touch, in order. */
  public static List<Range> merged(List<Range> ranges) {
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparing(range -> range.begin, ORDER));
    List<Range> merged = new ArrayList<>();
    for (Range next : sorted) {
      int last = merged.size() - 1;
      if (last >= 0 && ORDER.compare(next.begin, merged.get(last).end) <= 0) {
        Range before = merged.get(last);
        merged.set(last, new Range(before.begin, later(before.end, next.end)));
      } else if (ORDER.compare(next.begin, next.end) < 0) {
        merged.add(next);
      }
    }
    return merged;
  }

  private static byte[] later(byte[] one, byte[] other) {
    return ORDER.compare(one, other) < 0 ? other : one;
  }

  /** Whether one of the ranges has the key. */
  public static boolean contain(List<Range> ranges, byte[] key) {
    return ranges.stream()
        .anyMatch(
            range -> ORDER.compare(range.begin, key) <= 0 && ORDER.compare(key, range.end) < 0);
  }
}
