package dev.tenure.record.cursor;

import java.util.NoSuchElementException;

/**
 * One result of a cursor: a value, or the reason why the cursor stopped. Either has a continuation.
 */
public sealed interface CursorResult<T> {

  /**
   * The reason why a cursor stopped. After {@link #SOURCE_EXHAUSTED} there are no more values.
   * After any other reason there may be more, so an operator such as a concatenation must not go on
   * to its next child.
   */
  enum Reason {
    /** There are no more values. Only then is the continuation {@link Continuation#END}. */
    SOURCE_EXHAUSTED(false),
    /** The cursor returned as many values as were requested. */
    ROW_LIMIT(false),
    /**
     * The execution scanned as many rows as its limit allows, including rows that were filtered
     * out.
     */
    RECORD_LIMIT(true),
    /** The execution scanned as many bytes as its limit allows. */
    BYTE_LIMIT(true),
    /** The execution took as long as its limit allows. */
    TIME_LIMIT(true);

    private final boolean outOfBand;

    Reason(boolean outOfBand) {
      this.outOfBand = outOfBand;
    }

    /**
     * Whether the cursor stopped because of its cost and not because of the number of values. The
     * point of the stop is then arbitrary, and may come before the first value.
     */
    public boolean isOutOfBand() {
      return outOfBand;
    }

    /** Whether there may be more values. */
    public boolean isLimit() {
      return this != SOURCE_EXHAUSTED;
    }
  }

  /** Whether there is a value. */
  default boolean hasNext() {
    return this instanceof Value<T>;
  }

  /**
   * The point at which a further cursor continues: after this value, or where this cursor stopped.
   */
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

  /** A result with a value. */
  record Value<T>(T value, Continuation continuation) implements CursorResult<T> {
    @Override
    public Reason reason() {
      throw new IllegalStateException("the cursor has not stopped, it gives a value");
    }
  }

  /** The stop of a cursor, with its reason. */
  record Stop<T>(Reason reason, Continuation continuation) implements CursorResult<T> {
    public Stop {
      if (reason.isLimit() == continuation.isEnd()) {
        throw new IllegalArgumentException(
            "stop of "
                + reason
                + " with "
                + continuation
                + ": END goes with SOURCE_EXHAUSTED only");
      }
    }

    /** The stop at the end of all values. */
    public static <T> Stop<T> exhausted() {
      return new Stop<>(Reason.SOURCE_EXHAUSTED, Continuation.END);
    }

    /** The same stop for a cursor with another type of values. */
    public <R> Stop<R> as() {
      return new Stop<>(reason, continuation);
    }

    @Override
    public T value() {
      throw new NoSuchElementException("the cursor has stopped: " + reason);
    }
  }
}
