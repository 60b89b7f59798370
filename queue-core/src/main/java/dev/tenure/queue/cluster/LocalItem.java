package dev.tenure.queue.cluster;

import java.util.Optional;

/**
 * What a cluster knows of a local item.
 *
 * @param reason why it is a dead letter, or the error of its last failed attempt while it waits
 */
public record LocalItem(State state, Optional<String> reason) {

  /** What has become of the item. */
  public enum State {
    /** The cluster has never had an item of the id, or has forgotten it. */
    ABSENT,
    /** The item waits for its first run, for a retry, or for its time. */
    WAITING,
    /** A consumer has leased the item. */
    RUNNING,
    /** The item has been completed. */
    DONE,
    /** The item has been set aside for people. */
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
