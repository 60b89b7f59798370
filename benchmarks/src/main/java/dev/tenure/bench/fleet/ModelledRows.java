package dev.tenure.bench.fleet;

import com.apple.foundationdb.async.AsyncIterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The rows of one range read. The first row arrives after a round trip; each row takes time of the
 * client thread.
 */
final class ModelledRows<T> implements AsyncIterator<T> {
  private final AsyncIterator<T> rows;
  private final Connection connection;
  private final LongSupplier readVersionAt;
  private boolean begun;

  ModelledRows(AsyncIterator<T> rows, Connection connection, LongSupplier readVersionAt) {
    this.rows = rows;
    this.connection = connection;
    this.readVersionAt = readVersionAt;
  }

  @Override
  public CompletableFuture<Boolean> onHasNext() {
    if (begun) {
      return rows.onHasNext();
    }
    begun = true;
    return connection.deliver(rows.onHasNext(), connection.readAt(readVersionAt.getAsLong()));
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public T next() {
    connection.row();
    return rows.next();
  }

  @Override
  public void remove() {
    rows.remove();
  }

  @Override
  public void cancel() {
    rows.cancel();
  }
}
