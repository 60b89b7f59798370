package dev.tenure.embedded.write;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The union of ranges as a sorted list of ranges that neither overlap nor touch. */
public final class RangeUnion {
  private static final Comparator<Range> BY_BEGIN =
      (left, right) -> KeyBytes.compare(left.begin, right.begin);

  private RangeUnion() {}

  public static List<Range> of(List<Range> ranges) {
    if (isUnion(ranges)) {
      return ranges;
    }
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(BY_BEGIN);
    List<Range> union = new ArrayList<>(sorted.size());
    Range last = sorted.get(0);
    for (int i = 1; i < sorted.size(); i++) {
      Range next = sorted.get(i);
      if (KeyBytes.compare(next.begin, last.end) > 0) {
        union.add(last);
        last = next;
      } else if (KeyBytes.compare(next.end, last.end) > 0) {
        last = new Range(last.begin, next.end);
      }
    }
    union.add(last);
    return union;
  }

  private static boolean isUnion(List<Range> ranges) {
    for (int i = 1; i < ranges.size(); i++) {
      if (KeyBytes.compare(ranges.get(i - 1).end, ranges.get(i).begin) >= 0) {
        return false;
      }
    }
    return true;
  }
}
