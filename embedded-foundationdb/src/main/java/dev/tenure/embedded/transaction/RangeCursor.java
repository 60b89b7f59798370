package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.embedded.range.RangeBatch;
import java.util.concurrent.CompletableFuture;

/** The position at which the next batch of a range begins. Not safe for use by several threads. */
final class RangeCursor {
  private final boolean reverse;
  private final boolean limited;
  private final StreamingMode mode;
  private KeySelector begin;
  private KeySelector end;
  private int rowsLeft;
  private int iteration;

  RangeCursor(RangeQuery.Asked asked) {
    this.begin = asked.begin();
    this.end = asked.end();
    this.rowsLeft = asked.rows();
    this.limited = asked.rows() != 0;
    this.reverse = asked.reverse();
    this.mode = asked.mode();
  }

  CompletableFuture<RangeBatch> next(RangeQuery.Batches batches) {
    iteration++;
    return batches.read(begin, end, rowsLeft, mode, iteration);
  }

  /** Moves behind a batch; false when it was the last one. */
  boolean advance(RangeBatch batch) {
    if (batch.rows().isEmpty()) {
      return false;
    }
    byte[] last = batch.last().getKey();
    if (reverse) {
      end = KeySelector.firstGreaterOrEqual(last);
    } else {
      begin = KeySelector.firstGreaterThan(last);
    }
    if (limited) {
      rowsLeft -= batch.rows().size();
    }
    return batch.more() && !(limited && rowsLeft < 1);
  }
}
