package dev.tenure.late;

import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a range. Read as a list they are one answer; read by an iterator, each batch is one
 * answer.
 */
final class LateRange<T> implements AsyncIterable<T> {
  private final Session session;
  private final AsyncIterable<T> below;

  LateRange(Session session, AsyncIterable<T> below) {
    this.session = session;
    this.below = below;
  }

  @Override
  public AsyncIterator<T> iterator() {
    int refusal = session.refusal();
    return refusal == ClientErrors.NONE
        ? new LateIterator<>(session, below.iterator())
        : new RefusedIterator<>(refusal);
  }

  @Override
  public CompletableFuture<List<T>> asList() {
    return session.read(below::asList);
  }
}
