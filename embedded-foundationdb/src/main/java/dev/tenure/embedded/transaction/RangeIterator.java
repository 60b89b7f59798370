package dev.tenure.embedded.transaction;

import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range batch by batch. It asks for the first batch when it is created, and for each
 * further one when the first row of the previous batch is taken. Safe for use by several threads,
 * one at a time.
 */
final class RangeIterator<R extends KeyValue> implements AsyncIterator<R> {
  private static final int ROW_OVERHEAD_BYTES = 8;

  private final RangeQuery.Batches batches;
  private final RangeCursor cursor;
  private final Class<R> type;
  private final @Nullable EventKeeper events;
  private List<KeyValue> rows = List.of();
  private int taken;
  private boolean cancelled;

  /** Whether another batch follows that was not requested yet. */
  private boolean fetchLater;

  private byte @Nullable [] lastKey;

  /** The batch after {@link #rows}; null when {@link #rows} is the last batch. */
  private @Nullable CompletableFuture<RangeBatch> next;

  RangeIterator(
      RangeQuery.Batches batches, RangeCursor cursor, Class<R> type, @Nullable EventKeeper events) {
    this.batches = batches;
    this.cursor = cursor;
    this.type = type;
    this.events = events;
    fetch();
  }

  private void fetch() {
    count(EventKeeper.Events.RANGE_QUERY_FETCHES, 1);
    next = cursor.next(batches);
  }

  @Override
  public CompletableFuture<Boolean> onHasNext() {
    CompletableFuture<RangeBatch> coming;
    synchronized (this) {
      requireNotCancelled();
      if (taken < rows.size()) {
        return AsyncUtil.READY_TRUE;
      }
      if (next == null) {
        return AsyncUtil.READY_FALSE;
      }
      if (next.isDone() && !next.isCompletedExceptionally()) {
        return open(next) ? AsyncUtil.READY_TRUE : AsyncUtil.READY_FALSE;
      }
      coming = next;
    }
    return coming.thenApply(batch -> open(coming));
  }

  /** Makes the received batch the current one; returns whether it has a row. */
  private synchronized boolean open(CompletableFuture<RangeBatch> came) {
    if (next == came) {
      RangeBatch batch = came.join();
      boolean goesOn = cursor.advance(batch);
      rows = batch.rows();
      taken = 0;
      next = null;
      fetchLater = goesOn;
      count(EventKeeper.Events.RANGE_QUERY_RECORDS_FETCHED, rows.size());
    }
    return taken < rows.size();
  }

  @Override
  public boolean hasNext() {
    return onHasNext().join();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no further row");
    }
    synchronized (this) {
      requireNotCancelled();
      KeyValue row = rows.get(taken);
      taken++;
      lastKey = row.getKey();
      count(EventKeeper.Events.BYTES_FETCHED, RangeLimits.sizeOf(row) + ROW_OVERHEAD_BYTES);
      if (fetchLater) {
        fetchLater = false;
        fetch();
      }
      return type.cast(row);
    }
  }

  @Override
  public synchronized void remove() {
    if (lastKey == null) {
      throw new IllegalStateException("remove() before next(): no row has been taken");
    }
    batches.clear(lastKey);
  }

  @Override
  public synchronized void cancel() {
    cancelled = true;
  }

  private void requireNotCancelled() {
    if (cancelled) {
      throw new CancellationException("the iterator was cancelled");
    }
  }

  private void count(EventKeeper.Events event, long amount) {
    if (events != null) {
      events.count(event, amount);
    }
  }
}
