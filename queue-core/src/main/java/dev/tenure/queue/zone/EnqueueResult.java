package dev.tenure.queue.zone;

/**
 * The result of an enqueue.
 *
 * @param id the item's id, which was given or drawn
 */
public record EnqueueResult(String id, Status status) {

  /** The result of an enqueue, which depends on what the zone had under the id. */
  public enum Status {
    /** The id is new, and the item was enqueued. */
    NEW,
    /** An item or a dead letter with the id exists. Nothing was changed. */
    EXISTING,
    /**
     * The zone remembers an item with the id that is gone ({@link ZoneSettings#dedupFor}). Nothing
     * was changed.
     */
    ALREADY_DONE
  }

  /** Whether the id was taken, so that no item was enqueued. */
  public boolean existed() {
    return status != Status.NEW;
  }
}
