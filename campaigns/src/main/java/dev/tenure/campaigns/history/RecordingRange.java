package dev.tenure.campaigns.history;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The rows of a range. Each iteration over them is recorded, as far as it goes.
 */
final class RecordingRange implements AsyncIterable<KeyValue> {

  /**
   * Gets the rows that were read so far.
   */
  interface Listener {
    void rows(List<KeyValue> rows, boolean complete);
  }

  private final AsyncIterable<KeyValue> below;
  private final Supplier<Listener> readings;

  /**
   * @param readings called once for each iteration, before it begins
   */
  RecordingRange(AsyncIterable<KeyValue> below, Supplier<Listener> readings) {
    this.below = below;
    this.readings = readings;
  }

  @Override
  public CompletableFuture<List<KeyValue>> asList() {
    Listener listener = readings.get();
    return below
        .asList()
        .thenApply(
            rows -> {
              listener.rows(List.copyOf(rows), true);
              return rows;
            });
  }

  @Override
  public AsyncIterator<KeyValue> iterator() {
    Listener listener = readings.get();
    return new Reading(below.iterator(), listener);
  }

  /**
   * Used by one thread at a time, as iterators are.
   */
  private static final class Reading implements AsyncIterator<KeyValue> {
    private final AsyncIterator<KeyValue> below;
    private final Listener listener;
    private final List<KeyValue> rows = new ArrayList<>();

    Reading(AsyncIterator<KeyValue> below, Listener listener) {
      this.below = below;
      this.listener = listener;
    }

    @Override
    public CompletableFuture<Boolean> onHasNext() {
      return below.onHasNext().thenApply(this::noted);
    }

    @Override
    public boolean hasNext() {
      return noted(below.hasNext());
    }

    private boolean noted(boolean isMore) {
      if (!isMore) {
        listener.rows(List.copyOf(rows), true);
      }
      return isMore;
    }

    @Override
    public KeyValue next() {
      KeyValue row = below.next();
      rows.add(row);
      listener.rows(List.copyOf(rows), false);
      return row;
    }

    @Override
    public void cancel() {
      below.cancel();
    }
  }
}
