package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.Optional;

/**
 * Told what a consumer does, for metrics and measurements. Called on the consumer's executor,
 * concurrently, and must return fast; what it throws is logged and changes nothing.
 */
public interface ConsumerListener {

  /**
   * A handler is about to be called.
   *
   * @param sinceVested how long the item had been waiting for that
   */
  default void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {}

  /**
   * An item's completion, and its effects, have committed.
   *
   * @param ran from the start of its handler until the handler's outcome
   */
  default void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {}

  /** An attempt failed; what becomes of the item follows. */
  default void itemFailed(WorkItem item, TenantId tenant, String error) {}

  /**
   * As {@link #itemFailed(WorkItem, TenantId, String)}, which it calls unless it is overridden,
   * with the exception. A listener that passes on what it is told overrides this one.
   *
   * @param thrown what code of the application threw, without the wrappers of futures, or how long
   *     it took; its methods may throw. Empty when the handler asked for a retry or a dead letter
   */
  default void itemFailed(
      WorkItem item, TenantId tenant, String error, Optional<Throwable> thrown) {
    itemFailed(item, tenant, error);
  }

  /** An item was given back with a delay, after a failed attempt or because its handler snoozed. */
  default void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {}

  /** An item was set aside after its last attempt, or because its handler said so. */
  default void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {}

  /** An item that cannot be run by this code was set aside. */
  default void itemParked(WorkItem item, TenantId tenant, String reason) {}

  /** An item was removed without being done. */
  default void itemDiscarded(WorkItem item, TenantId tenant, String reason) {}

  /** An item was in hand but is held no more; its handler was cancelled, nothing was changed. */
  default void leaseLost(WorkItem item, TenantId tenant) {}

  default void leaseConflict(ConflictStep step) {}

  default void visit(VisitResult result) {}
}
