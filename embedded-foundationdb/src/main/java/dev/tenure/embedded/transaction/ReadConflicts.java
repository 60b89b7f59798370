package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.RangeUnion;
import dev.tenure.embedded.write.WriteBuffer;
import dev.tenure.embedded.write.WriteSegments;
import java.util.ArrayList;
import java.util.List;

/**
 * The read conflict ranges of an attempt. Appending is cheap. Overlaps are merged when the ranges
 * are requested, and each time that the list has doubled. Not safe for use by several threads.
 */
final class ReadConflicts {
  private static final int MERGE_SIZE_MIN = 1024;

  private List<Range> ranges = new ArrayList<>();
  private int mergeSize = MERGE_SIZE_MIN;
  private boolean merged = true;

  void add(byte[] begin, byte[] end) {
    if (!KeyBytes.isBefore(begin, end)) {
      return;
    }
    if (!ranges.isEmpty() && extendsLast(begin, end)) {
      return;
    }
    ranges.add(new Range(begin, end));
    merged = false;
    if (ranges.size() >= mergeSize) {
      mergeSize = 2 * Math.max(MERGE_SIZE_MIN, merged().size());
    }
  }

  void clear() {
    ranges.clear();
  }

  /**
   * Adds a range that is never merged with others, so that a conflict on it is reported separately.
   */
  void addApart(byte[] begin, byte[] end) {
    if (KeyBytes.isBefore(begin, end)) {
      ranges.add(new Range(begin, end));
    }
  }

  /**
   * Whether the range continues the last one, as batches of a scan do; then the two are merged at
   * once.
   */
  private boolean extendsLast(byte[] begin, byte[] end) {
    Range last = ranges.get(ranges.size() - 1);
    if (KeyBytes.compare(begin, last.begin) < 0 || KeyBytes.compare(begin, last.end) > 0) {
      return false;
    }
    if (KeyBytes.compare(end, last.end) > 0) {
      ranges.set(ranges.size() - 1, new Range(last.begin, end));
      merged = false;
    }
    return true;
  }

  /**
   * Adds the parts of a range that were read from stored rows and not from own writes.
   *
   * @return the number of parts
   */
  int addVisible(byte[] begin, byte[] end, WriteBuffer writes) {
    if (!KeyBytes.isBefore(begin, end)) {
      return 0;
    }
    if (writes.isTransparent()) {
      add(begin, end);
      return 1;
    }
    int parts = 0;
    WriteSegments segments = new WriteSegments(writes);
    segments.seek(begin);
    while (KeyBytes.isBefore(segments.begin(), end)) {
      if (segments.showsStored()) {
        add(KeyBytes.greatest(begin, segments.begin()), KeyBytes.least(end, segments.end()));
        parts++;
      }
      segments.next();
    }
    return parts;
  }

  /** The ranges, sorted and disjoint. The list must not be changed. */
  List<Range> merged() {
    if (!merged) {
      ranges = new ArrayList<>(RangeUnion.of(ranges));
      merged = true;
    }
    return ranges;
  }
}
