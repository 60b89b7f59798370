package dev.tenure.late;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** Rows that come when the test answers {@code asList}, or {@code onHasNext} for each. */
final class FakeRows implements AsyncIterable<KeyValue> {
  private final FakeCluster cluster;

  FakeRows(FakeCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  @SuppressWarnings("unchecked") // the test answers with rows
  public CompletableFuture<List<KeyValue>> asList() {
    return cluster.ask("asList").thenApply(rows -> (List<KeyValue>) rows);
  }

  @Override
  public AsyncIterator<KeyValue> iterator() {
    cluster.calls.add("iterator");
    return new Rows();
  }

  private final class Rows implements AsyncIterator<KeyValue> {
    private boolean isCancelled;

    @Override
    public CompletableFuture<Boolean> onHasNext() {
      if (isCancelled) {
        throw new CancellationException("the iterator was cancelled");
      }
      return cluster.ask("onHasNext").thenApply(Boolean.class::cast);
    }

    @Override
    public boolean hasNext() {
      return onHasNext().join();
    }

    @Override
    public KeyValue next() {
      cluster.calls.add("next");
      return new KeyValue(new byte[] {1}, new byte[] {2});
    }

    @Override
    public void cancel() {
      isCancelled = true;
    }
  }
}
