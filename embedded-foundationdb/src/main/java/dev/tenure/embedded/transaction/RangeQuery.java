package dev.tenure.embedded.transaction;

import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.embedded.range.RangeBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A range that can be read as a whole or batch by batch. Each iterator reads it anew. */
final class RangeQuery<R extends KeyValue> implements AsyncIterable<R> {
  private final Batches batches;
  private final Asked asked;
  private final Class<R> type;
  private final @Nullable EventKeeper events;

  /** The source of a range's batches. */
  interface Batches {
    CompletableFuture<RangeBatch> read(
        KeySelector begin, KeySelector end, int rows, StreamingMode mode, int iteration);

    /** Clears a key that was read; called by {@link java.util.Iterator#remove}. */
    void clear(byte[] key);
  }

  /**
   * The request for a range.
   *
   * @param rows the most rows; 0 for no limit
   */
  record Asked(KeySelector begin, KeySelector end, int rows, boolean reverse, StreamingMode mode) {

    Asked with(StreamingMode other) {
      return new Asked(begin, end, rows, reverse, other);
    }
  }

  /**
   * @param type the class of the rows
   */
  RangeQuery(Batches batches, Asked asked, Class<R> type, @Nullable EventKeeper events) {
    this.batches = batches;
    this.asked = asked;
    this.type = type;
    this.events = events;
  }

  @Override
  public AsyncIterator<R> iterator() {
    return new RangeIterator<>(batches, new RangeCursor(asked), type, events);
  }

  @Override
  public CompletableFuture<List<R>> asList() {
    StreamingMode mode = asked.mode();
    if (mode == StreamingMode.ITERATOR) {
      mode = asked.rows() == 0 ? StreamingMode.WANT_ALL : StreamingMode.EXACT;
    }
    if (mode == StreamingMode.EXACT) {
      return batches
          .read(asked.begin(), asked.end(), asked.rows(), mode, 1)
          .thenApply(batch -> typed(batch.rows()));
    }
    return collect(new RangeCursor(asked.with(mode)), new ArrayList<>());
  }

  /**
   * Reads all batches. While batches are answered at once, it loops instead of nesting callbacks.
   */
  private CompletableFuture<List<R>> collect(RangeCursor cursor, List<R> all) {
    while (true) {
      CompletableFuture<RangeBatch> next = cursor.next(batches);
      if (!next.isDone() || next.isCompletedExceptionally()) {
        return next.thenCompose(
            batch ->
                take(cursor, batch, all)
                    ? collect(cursor, all)
                    : CompletableFuture.completedFuture(all));
      }
      if (!take(cursor, next.join(), all)) {
        return CompletableFuture.completedFuture(all);
      }
    }
  }

  private boolean take(RangeCursor cursor, RangeBatch batch, List<R> all) {
    all.addAll(typed(batch.rows()));
    return cursor.advance(batch);
  }

  @SuppressWarnings("unchecked") // the source of the batches was made for this type of row
  private List<R> typed(List<KeyValue> rows) {
    return (List<R>) rows;
  }
}
