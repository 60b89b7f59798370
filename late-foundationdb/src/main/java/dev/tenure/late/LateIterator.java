package dev.tenure.late;

import com.apple.foundationdb.async.AsyncIterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range batch by batch. After each late answer, up to fifteen further rows are available at
 * once. Safe for use by several threads, one at a time.
 */
final class LateIterator<T> implements AsyncIterator<T> {
  private final Session session;
  private final AsyncIterator<T> below;

  /** Whether there is a next row; null until that is asked. */
  private @Nullable CompletableFuture<Boolean> asked;

  private int rowsLeft;

  LateIterator(Session session, AsyncIterator<T> below) {
    this.session = session;
    this.below = below;
  }

  @Override
  public synchronized CompletableFuture<Boolean> onHasNext() {
    if (asked == null) {
      asked = rowsLeft > 0 ? below.onHasNext() : session.read(below::onHasNext);
    }
    return asked;
  }

  @Override
  public boolean hasNext() {
    return onHasNext().join();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no further row");
    }
    synchronized (this) {
      asked = null;
      rowsLeft = rowsLeft > 0 ? rowsLeft - 1 : session.answers().draws().rowsInHand();
    }
    return below.next();
  }

  @Override
  public void remove() {
    below.remove();
  }

  @Override
  public void cancel() {
    CompletableFuture<Boolean> outstanding;
    synchronized (this) {
      outstanding = asked;
      asked = null;
      rowsLeft = 0;
    }
    below.cancel();
    if (outstanding != null) {
      outstanding.cancel(true);
    }
  }
}
