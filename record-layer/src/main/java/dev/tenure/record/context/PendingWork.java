package dev.tenure.record.context;

import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Work of several steps, for which the commit waits when it began before the gate was shut.
 *
 * @param <T> what it comes to
 */
final class PendingWork<T extends @Nullable Object> {
  private final CommitGate gate;
  private final boolean entered;
  private final CompletableFuture<T> result = new CompletableFuture<>();

  PendingWork(CommitGate gate) {
    this.gate = gate;
    this.entered = gate.enter();
  }

  /** The future of the caller, which completes when the work has ended. */
  CompletableFuture<T> result() {
    return result;
  }

  /**
   * Tells the caller, and then the commit: what the caller begins in answer to it is part of the
   * commit still.
   */
  void end(T value, @Nullable Throwable error) {
    try {
      if (error == null) {
        result.complete(value);
      } else {
        Throwable plain = FdbErrorPredicates.unwrap(error);
        if (entered) {
          gate.failed(plain);
        }
        result.completeExceptionally(plain);
      }
    } finally {
      if (entered) {
        gate.leave();
      }
    }
  }
}
