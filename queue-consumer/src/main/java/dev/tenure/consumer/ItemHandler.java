package dev.tenure.consumer;

import java.util.concurrent.CompletionStage;

/**
 * Runs items of one type. One handler object serves all items of its type, concurrently. The
 * handler may run more than once for one item, because a lease can be lost and a process can die.
 * Changes that must happen exactly once belong into the {@link Effects} of its outcome.
 */
@FunctionalInterface
public interface ItemHandler<P> {

  /**
   * Starts the work and returns at once; the stage gives the outcome. Any failure of the stage, an
   * exception thrown here, a null stage or a null outcome is a failed attempt, retried by the
   * type's policy; a {@link PermanentException} is not retried.
   */
  CompletionStage<Outcome> handle(P payload, WorkContext context);

  /** A handler that may block: it runs on the consumer's worker executor. */
  static <P> ItemHandler<P> blocking(BlockingHandler<P> handler) {
    return (payload, context) -> context.runBlocking(() -> handler.handle(payload, context));
  }
}
