package dev.tenure.queue.zone;

/**
 * The result of an enqueue.
 *
 * @param id the item's id, which was given or drawn
 */
public record EnqueueResult(String id, Status status) {

  /** The result of an enqueue, by what the zone had under the id. */
  public enum Status {
    /** The id is new, and the item was enqueued. */
    NEW,
    /** An item or a dead letter; nothing was changed. */
    EXISTING,
    /** The zone remembers an item that is gone ({@link ZoneSettings#dedupFor}); nothing changed. */
    ALREADY_DONE
  }

  /** Whether the id was taken, so that nothing was enqueued. */
  public boolean existed() {
    return status != Status.NEW;
  }
}
