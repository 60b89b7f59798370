package dev.tenure.record.cursor;

/**
 * Opens a cursor anywhere. An operator is given sources of its children, not cursors, since only
 * the operator knows where its continuation says each child goes on.
 */
@FunctionalInterface
public interface CursorSource<T> {

  /**
   * Opens the cursor.
   *
   * @param from where to begin: START, or what an earlier cursor of this source gave
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when it is of another
   */
  RecordCursor<T> open(Continuation from);

  /** As {@link #open}, without asking the source for what has ended. */
  default RecordCursor<T> resume(Continuation from) {
    return from.isEnd() ? new EndedCursor<>() : open(from);
  }
}
