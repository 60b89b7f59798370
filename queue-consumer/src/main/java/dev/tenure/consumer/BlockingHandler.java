package dev.tenure.consumer;

/** Runs items of one type on a thread that may block; see {@link ItemHandler#blocking}. */
@FunctionalInterface
public interface BlockingHandler<P> {

  /**
   * Does the work. The thread is interrupted when the item's lease is lost, its execution bound is
   * reached or the consumer stops. A result after that is ignored, unless the consumer still holds
   * the item; then it counts as the outcome.
   *
   * @throws Exception a failed attempt, retried by the type's policy
   */
  Outcome handle(P payload, WorkContext context) throws Exception;
}
