package dev.tenure.queue.batch;

import dev.tenure.queue.zone.EnqueueResult;

/** What became of one item of a batch. */
public sealed interface ItemOutcome {

  /** The item's id, given or drawn. */
  String id();

  /** It was added. */
  record Enqueued(String id) implements ItemOutcome {}

  /**
   * Its given id was taken; nothing was changed.
   *
   * @param status {@code EXISTING} or {@code ALREADY_DONE}
   */
  record Existed(String id, EnqueueResult.Status status) implements ItemOutcome {}

  /**
   * Its transaction failed, with all items in it. Unless the error says that it may have committed
   * nevertheless, nothing was changed; the same id enqueued again is right in both cases.
   */
  record Failed(String id, Throwable error) implements ItemOutcome {}

  /** An earlier transaction failed, and the options say to stop then. */
  record NotAttempted(String id) implements ItemOutcome {}
}
