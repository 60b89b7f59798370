package dev.tenure.spring.test;

import dev.tenure.queue.TenantId;
import java.util.Optional;

/**
 * An attempt at an item, and its result.
 *
 * @param reason the reason why the item was retried, set aside or discarded; empty when it was
 *     completed or snoozed
 * @param thrown the exception of the handler; empty when it threw none
 */
public record RanItem(
    TenantId tenant,
    String zone,
    String id,
    String type,
    Result result,
    Optional<String> reason,
    Optional<Throwable> thrown) {

  /** The end of an item. */
  public enum Result {
    /** The work is done; its effects have committed. */
    COMPLETED,
    /** The attempt failed. The item is due again after a delay. */
    RETRIED,
    /** The handler snoozed the item. The attempt does not count as failed. */
    SNOOZED,
    /** The item was set aside as a dead letter. */
    DEAD,
    /** The item was parked, because its payload cannot be read. */
    PARKED,
    /** The item was removed without being done. */
    DISCARDED,
    /** Another caller removed the item while it ran, or its lease was lost. */
    LOST
  }
}
