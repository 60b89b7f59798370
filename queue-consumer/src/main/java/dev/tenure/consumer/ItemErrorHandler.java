package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import java.util.Optional;

/**
 * Chooses the outcome of a failed attempt in place of the type's policy. It is called on the
 * consumer's executor, concurrently, once for each failed attempt, must return fast and must not
 * block. If it throws, the exception is logged and the policy decides.
 */
@FunctionalInterface
public interface ItemErrorHandler {

  /**
   * Chooses the outcome of a failed attempt.
   *
   * <ul>
   *   <li>{@link Outcome#retryAfter}, {@link Outcome#snooze} and {@link Outcome#deadLetter} count
   *       the attempt and keep its stack trace; an item whose policy has no attempt left is
   *       exhausted by the first two.
   *   <li>{@link Outcome#discard} and {@link Outcome#done()} remove the item; a done with effects
   *       is refused.
   * </ul>
   *
   * @param error the exception of the handler, its effects or the tenant's store, without the
   *     wrappers of futures, or one that tells how long the attempt took; its methods may throw
   * @return empty to leave the item to the policy of its type
   */
  Optional<Outcome> onError(Throwable error, WorkItem item, TenantId tenant);

  /** Leaves every item to the policy of its type. */
  static ItemErrorHandler none() {
    return (error, item, tenant) -> Optional.empty();
  }
}
