package dev.tenure.record.context;

import java.util.concurrent.CompletableFuture;

/**
 * The way in which a caller waits for a future. Where threads may block, use {@link #blocking()}. A
 * simulation instead runs its scheduler until the future is done.
 */
@FunctionalInterface
public interface Joiner {

  /** Waits for the future; throws what it failed with, possibly wrapped as futures do. */
  <T> T join(CompletableFuture<T> future);

  /** Blocks the calling thread. */
  static Joiner blocking() {
    return CompletableFuture::join;
  }
}
