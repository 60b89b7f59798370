package dev.tenure.record.cursor;

import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Holds the one of several cursors that is being read. After {@link #close} no further cursor is
 * opened, and a cursor that is still being opened is closed when it arrives. Safe for use by many
 * threads.
 */
final class CurrentCursor<T> {
  private RecordCursor<T> cursor;
  private boolean closed;

  CurrentCursor(RecordCursor<T> first) {
    this.cursor = first;
  }

  synchronized RecordCursor<T> get() {
    return cursor;
  }

  /**
   * Closes the cursor and opens the next.
   *
   * @throws CancellationException when this was closed
   */
  void replace(Supplier<RecordCursor<T>> opening) {
    get().close();
    requireOpen();
    RecordCursor<T> next = Results.require(opening.get(), "opening of the next part", "cursor");
    synchronized (this) {
      if (!closed) {
        cursor = next;
        return;
      }
    }
    next.close();
    throw cancelled();
  }

  private synchronized void requireOpen() {
    if (closed) {
      throw cancelled();
    }
  }

  /** The exception of a read whose cursor was closed meanwhile. */
  static CancellationException cancelled() {
    return new CancellationException("the cursor was closed");
  }

  void close() {
    RecordCursor<T> last;
    synchronized (this) {
      closed = true;
      last = cursor;
    }
    last.close();
  }
}
