package dev.tenure.record.cursor;

import java.util.NoSuchElementException;

/** What a cursor gives: a value, or why there is none; and where to go on. */
public sealed interface CursorResult<T> {

  /**
   * Why a cursor has stopped. Only {@link #SOURCE_EXHAUSTED} lets an operator go on to what comes
   * behind: after any limit there may be more.
   */
  enum Reason {
    /** There is no more; the continuation is {@link Continuation#END}, and only then. */
    SOURCE_EXHAUSTED(false),
    /** As many values were given as were asked for. */
    ROW_LIMIT(false),
    /** As many rows were scanned as the execution may, given or not. */
    RECORD_LIMIT(true),
    /** As many bytes were scanned as the execution may. */
    BYTE_LIMIT(true),
    /** The execution has taken as long as it may. */
    TIME_LIMIT(true);

    private final boolean outOfBand;

    Reason(boolean outOfBand) {
      this.outOfBand = outOfBand;
    }

    /**
     * Whether the cursor stopped for what it cost, not for what it gave: at a place its caller did
     * not choose, perhaps before the first value.
     */
    public boolean isOutOfBand() {
      return outOfBand;
    }

    /** Whether there may be more. */
    public boolean isLimit() {
      return this != SOURCE_EXHAUSTED;
    }
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

    /** There is no more. */
    public static <T> Stop<T> exhausted() {
      return new Stop<>(Reason.SOURCE_EXHAUSTED, Continuation.END);
    }

    /** The same stop of a cursor of other values. */
    public <R> Stop<R> as() {
      return new Stop<>(reason, continuation);
    }

    @Override
    public T value() {
      throw new NoSuchElementException("the cursor has stopped: " + reason);
    }
  }
}
