package dev.tenure.record.cursor;

import java.util.NoSuchElementException;

/** What a cursor gives: a value, or why there is none; and where to go on. */
public sealed interface CursorResult<T> {

  /** Why a cursor has stopped. */
  enum Reason {
    /** There is no more. */
    SOURCE_EXHAUSTED,
    ROW_LIMIT,
    BYTE_LIMIT,
    TIME_LIMIT
  }

  /** Whether there is a value. */
  default boolean hasNext() {
    return this instanceof Value<T>;
  }

  /** Where another scan goes on: behind this value, or where this scan has stopped. */
  Continuation continuation();

  /**
   * The value.
   *
   * @throws NoSuchElementException when the cursor has stopped
   */
  T value();

  /**
   * Why the cursor has stopped.
   *
   * @throws IllegalStateException when there is a value
   */
  Reason reason();

  /** A value. */
  record Value<T>(T value, Continuation continuation) implements CursorResult<T> {
    @Override
    public Reason reason() {
      throw new IllegalStateException("the cursor has not stopped, it gives a value");
    }
  }

  /** No value. */
  record Stop<T>(Reason reason, Continuation continuation) implements CursorResult<T> {
    @Override
    public T value() {
      throw new NoSuchElementException("the cursor has stopped: " + reason);
    }
  }
}
