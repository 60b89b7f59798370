package dev.tenure.queue.batch;

import dev.tenure.queue.zone.EnqueueResult;

/** The outcome of one item of a batch. */
public sealed interface ItemOutcome {

  /** The item's id, given or drawn. */
  String id();

  /** The item was enqueued. */
  record Enqueued(String id) implements ItemOutcome {}

  /**
   * The zone has or remembers an item of the given id; nothing was changed.
   *
   * @param status {@code EXISTING} or {@code ALREADY_DONE}
   */
  record Existed(String id, EnqueueResult.Status status) implements ItemOutcome {}

  /**
   * The transaction of the item failed, with all items in it. Nothing was changed, unless the error
   * says that it may have been committed. In both cases the item may be enqueued again under the
   * same id.
   */
  record Failed(String id, Throwable error) implements ItemOutcome {}

  /** An earlier transaction failed, and {@link BatchOptions#stopAtFailure} is set. */
  record NotAttempted(String id) implements ItemOutcome {}
}
