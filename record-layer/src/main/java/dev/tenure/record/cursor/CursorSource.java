package dev.tenure.record.cursor;

/**
 * Opens a cursor at any continuation. An operator takes sources of its children instead of cursors,
 * because the continuation of each child is inside the operator's own continuation.
 */
@FunctionalInterface
public interface CursorSource<T> {

  /**
   * Opens the cursor.
   *
   * @param from the point to begin at: START, or a continuation of an earlier cursor of this source
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     belongs to another source
   */
  RecordCursor<T> open(Continuation from);

  /**
   * As {@link #open}, but {@link Continuation#END} gives an empty cursor without a call of the
   * source.
   */
  default RecordCursor<T> resume(Continuation from) {
    return from.isEnd()
        ? new EndedCursor<>()
        : Results.require(open(from), "source of an operator", "cursor");
  }
}
