package dev.tenure.queue.zone;

/**
 * What an enqueue did.
 *
 * @param id the item's id, given or drawn
 */
public record EnqueueResult(String id, Status status) {

  /** What was found under the id. */
  public enum Status {
    /** Nothing: the item was added. */
    NEW,
    /** An item or a dead letter; nothing was changed. */
    EXISTING,
    /** The zone remembers an item that is gone ({@link ZoneSettings#dedupFor}); nothing changed. */
    ALREADY_DONE
  }

  /** Whether the id was taken already, by an item, a dead letter or one that is done. */
  public boolean existed() {
    return status != Status.NEW;
  }
}
