package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Positions in a range of rows: the last key that was checked, and the end of the rows when the
 * stage began. Rows that were appended later, as in a version index, are not checked, so that the
 * stage ends although saves keep appending.
 */
final class RowPlace {
  private RowPlace() {}

  /**
   * The rest of a range behind a position.
   *
   * @param whole the range; its begin is the prefix of all its keys
   */
  static CompletableFuture<Range> rest(OpenIndex index, Range whole, Optional<byte[]> place) {
    if (place.isPresent()) {
      return CompletableFuture.completedFuture(rest(whole, place.get()));
    }
    return index
        .reader(Isolation.SNAPSHOT)
        .getRange(whole, 1, true, StreamingMode.EXACT)
        .asList()
        .thenApply(
            last ->
                last.isEmpty()
                    ? new Range(whole.begin, whole.begin)
                    : new Range(whole.begin, ByteArrayUtil.keyAfter(last.get(0).getKey())));
  }

  private static Range rest(Range whole, byte[] place) {
    Tuple ends =
        PackedTuples.unpack(place, 0)
            .filter(
                found ->
                    found.size() == 2
                        && found.get(0) instanceof byte[]
                        && found.get(1) instanceof byte[])
            .orElseThrow(() -> ScrubPosition.refused("is of no row"));
    byte[] last = ByteArrayUtil.join(whole.begin, ends.getBytes(0));
    byte[] end = ByteArrayUtil.join(whole.begin, ends.getBytes(1));
    if (Arrays.compareUnsigned(last, end) >= 0 || Arrays.compareUnsigned(end, whole.end) > 0) {
      throw ScrubPosition.refused("is not among the rows of the index");
    }
    return new Range(ByteArrayUtil.keyAfter(last), end);
  }

  /**
   * The position after the rows; empty at the end.
   *
   * @param rest the range from which the rows were read
   */
  static Optional<byte[]> behind(Range whole, Range rest, RowPage page) {
    if (page.isLast()) {
      return Optional.empty();
    }
    KeyValue last = page.rows().get(page.rows().size() - 1);
    return Optional.of(Tuple.from(below(whole, last.getKey()), below(whole, rest.end)).pack());
  }

  private static byte[] below(Range whole, byte[] key) {
    return Arrays.copyOfRange(key, whole.begin.length, key.length);
  }
}
