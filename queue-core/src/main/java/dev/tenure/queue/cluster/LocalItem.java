package dev.tenure.queue.cluster;

import java.util.Optional;

/**
 * The state of a local item on one cluster.
 *
 * @param reason the reason of its dead letter, or, while it waits, the error of its last failed
 *     attempt
 */
public record LocalItem(State state, Optional<String> reason) {

  /** The states of a local item. */
  public enum State {
    /** The cluster never had an item with the id, or has deleted its mark. */
    ABSENT,
    /** The item waits for its first run, for a retry, or for its time. */
    WAITING,
    /** A consumer has leased the item. */
    RUNNING,
    /** The item has been completed. */
    DONE,
    /** The item is a dead letter. */
    DEAD_LETTER,
    /**
     * The item has ended and was not completed: it was discarded or cancelled, its dead letter was
     * deleted, or a process that knows no marks ended it.
     */
    GONE
  }

  static LocalItem of(State state) {
    return new LocalItem(state, Optional.empty());
  }
}
