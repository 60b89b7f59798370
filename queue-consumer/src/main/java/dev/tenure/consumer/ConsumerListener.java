package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.Optional;

/**
 * Is told of the events of a consumer, for metrics and measurements. It is called on the consumer's
 * executor, concurrently, and must return fast. Its exceptions are logged and change nothing.
 */
public interface ConsumerListener {

  /**
   * A handler is about to be called.
   *
   * @param sinceVested the time since the item vested
   */
  default void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {}

  /**
   * An item's completion, and its effects, have committed.
   *
   * @param ran from the start of its handler until the handler's outcome
   */
  default void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {}

  /** An attempt failed. A call for the end of the item follows. */
  default void itemFailed(WorkItem item, TenantId tenant, String error) {}

  /**
   * As {@link #itemFailed(WorkItem, TenantId, String)}, with the exception. The default
   * implementation calls that method. A listener that forwards its calls overrides this one.
   *
   * @param thrown the exception of the application code, without the wrappers of futures, or one
   *     that tells how long the attempt took; its methods may throw. Empty when the handler asked
   *     for a retry or a dead letter
   */
  default void itemFailed(
      WorkItem item, TenantId tenant, String error, Optional<Throwable> thrown) {
    itemFailed(item, tenant, error);
  }

  /** An item was given back with a delay, after a failed attempt or because its handler snoozed. */
  default void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {}

  /** An item was set aside after its last attempt, or because its handler said so. */
  default void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {}

  /** An item that no handler of this version can run was parked. */
  default void itemParked(WorkItem item, TenantId tenant, String reason) {}

  /** An item was removed without being done. */
  default void itemDiscarded(WorkItem item, TenantId tenant, String reason) {}

  /**
   * The lease of an in-flight item was lost. Its handler was cancelled, and nothing was written.
   */
  default void leaseLost(WorkItem item, TenantId tenant) {}

  default void leaseConflict(ConflictStep step) {}

  default void visit(VisitResult result) {}
}
