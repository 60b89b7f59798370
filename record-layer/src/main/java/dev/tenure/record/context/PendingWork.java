package dev.tenure.record.context;

import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Work of several steps. If it began before the gate was shut, the commit waits for it.
 *
 * @param <T> the result of the work
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
   * Ends the work: completes the caller's future first and then lets the commit continue. So work
   * that the caller begins in reaction still belongs to the commit.
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
