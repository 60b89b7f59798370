package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.util.Arrays;
import java.util.Optional;

/** Places in a range of rows: a byte 1, then the last key without what all begin with. */
final class RowPlace {
  private static final byte[] HEAD = {1};

  private RowPlace() {}

  /**
   * What is left of a range behind a place.
   *
   * @param whole begins with what all its keys begin with
   */
  static Range rest(Range whole, Optional<byte[]> place) {
    if (place.isEmpty()) {
      return whole;
    }
    byte[] at = place.get();
    if (at[0] != HEAD[0]) {
      throw ScrubPosition.refused("is of no row");
    }
    byte[] last = ByteArrayUtil.join(whole.begin, Arrays.copyOfRange(at, 1, at.length));
    if (Arrays.compareUnsigned(last, whole.end) >= 0) {
      throw ScrubPosition.refused("is behind the index");
    }
    return new Range(ByteArrayUtil.keyAfter(last), whole.end);
  }

  /** The place behind the rows; empty at the end of the range. */
  static Optional<byte[]> behind(Range whole, RowPage page) {
    if (page.isLast()) {
      return Optional.empty();
    }
    KeyValue last = page.rows().get(page.rows().size() - 1);
    byte[] key = last.getKey();
    return Optional.of(
        ByteArrayUtil.join(HEAD, Arrays.copyOfRange(key, whole.begin.length, key.length)));
  }
}
