package dev.tenure.record.meter;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a range. Counts each row when it is returned, and a range read each time that an
 * iteration begins.
 */
final class CountingRows<R extends KeyValue> implements AsyncIterable<R> {
  private final AsyncIterable<R> below;
  private final ReadTransaction transaction;
  private final TransactionMeter meter;

  CountingRows(AsyncIterable<R> below, ReadTransaction transaction, TransactionMeter meter) {
    this.below = below;
    this.transaction = transaction;
    this.meter = meter;
  }

  private void begin() {
    meter.needsVersion(transaction);
    meter.add(RecordCounter.RANGE_READS, 1);
  }

  @Override
  public AsyncIterator<R> iterator() {
    begin();
    return new Rows<>(below.iterator(), meter);
  }

  @Override
  public CompletableFuture<List<R>> asList() {
    begin();
    return below
        .asList()
        .thenApply(
            rows -> {
              rows.forEach(meter::found);
              return rows;
            });
  }

  private static final class Rows<R extends KeyValue> implements AsyncIterator<R> {
    private final AsyncIterator<R> below;
    private final TransactionMeter meter;
    private @Nullable R last;

    Rows(AsyncIterator<R> below, TransactionMeter meter) {
      this.below = below;
      this.meter = meter;
    }

    @Override
    public CompletableFuture<Boolean> onHasNext() {
      return below.onHasNext();
    }

    @Override
    public boolean hasNext() {
      return below.hasNext();
    }

    @Override
    public R next() {
      R row = below.next();
      last = row;
      meter.found(row);
      return row;
    }

    /** Clears the row's key, as fdb-java's iterators do. */
    @Override
    public void remove() {
      below.remove();
      R removed = last;
      if (removed != null) {
        meter.wrote(removed.getKey().length);
      }
    }

    @Override
    public void cancel() {
      below.cancel();
    }
  }
}
