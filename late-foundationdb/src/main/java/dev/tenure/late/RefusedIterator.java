package dev.tenure.late;

import com.apple.foundationdb.async.AsyncIterator;
import java.util.concurrent.CompletableFuture;

/** An iterator over a range whose read was refused. Each call fails with the refusal. */
final class RefusedIterator<T> implements AsyncIterator<T> {
  private final int code;

  RefusedIterator(int code) {
    this.code = code;
  }

  @Override
  public CompletableFuture<Boolean> onHasNext() {
    return ClientErrors.failed(code);
  }

  @Override
  public boolean hasNext() {
    throw ClientErrors.of(code);
  }

  @Override
  public T next() {
    throw ClientErrors.of(code);
  }

  @Override
  public void cancel() {}
}
