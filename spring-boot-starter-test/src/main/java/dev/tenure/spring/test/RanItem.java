package dev.tenure.spring.test;

import dev.tenure.queue.TenantId;
import java.util.Optional;

/**
 * An attempt of an item, and what became of the item.
 *
 * @param reason why the item was retried, set aside or discarded; empty when it was completed or
 *     snoozed
 * @param thrown what the handler threw
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
    /** The attempt failed; the item comes again after a delay. */
    RETRIED,
    /** The handler wants it later; the attempt does not count. */
    SNOOZED,
    /** Set aside as a dead letter. */
    DEAD,
    /** Set aside because its payload cannot be read. */
    PARKED,
    /** Removed without being done. */
    DISCARDED,
    /** Removed by something else while it ran, or its lease was lost. */
    LOST
  }
}
