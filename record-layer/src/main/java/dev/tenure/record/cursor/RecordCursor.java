package dev.tenure.record.cursor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of values that are read on demand. A cursor belongs to one transaction and one caller.
 * The caller waits for each result before it requests the next.
 *
 * <p>The contract of continuations:
 *
 * <ul>
 *   <li>A cursor may be stopped anywhere. Its values, followed by those of a cursor that continues
 *       from its continuation in the same snapshot, are the values of a cursor that is not stopped.
 *   <li>Each continuation lies after the previous one.
 *   <li>Each execution either makes progress or is exhausted.
 *   <li>The continuation is {@link Continuation#END} if and only if there are no more values.
 * </ul>
 *
 * <p>Example: a scan of five records is stopped after two values. The cursor from its continuation
 * returns the other three.
 *
 * <p>The caller that opened a cursor closes it. A cursor that has stopped or failed is already
 * closed, and the methods below that return a future of several values close it. A cursor that is
 * made from other cursors closes them; their caller must not use them any more. After an error a
 * cursor has ended, as after a stop.
 */
public interface RecordCursor<T> extends AutoCloseable {

  /**
   * The values of a cursor up to its stop.
   *
   * @param items the values, in order
   * @param reason the reason of the stop
   * @param continuation the point at which a further cursor continues; {@link Continuation#END}
   *     when there are no more values
   */
  record Page<T>(List<T> items, CursorResult.Reason reason, Continuation continuation) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /**
   * The next value, or the stop. After a stop or an error, each further call returns the same stop
   * or error.
   *
   * @throws IllegalStateException when the previous result is not done, or when the cursor was
   *     closed before it had stopped
   */
  CompletableFuture<CursorResult<T>> next();

  /**
   * The next value or the stop, if the cursor has it already; null if it does not, and when it
   * failed: then {@link #next} gives it. A caller that reads many values asks for those at hand
   * first, which takes no future for each.
   *
   * @throws IllegalStateException as {@link #next}
   */
  default @Nullable CursorResult<T> atHand() {
    return null;
  }

  /**
   * Closes the cursor: reading ahead, and work for values that were not yet returned, end. Closing
   * again does nothing. A cursor that has stopped need not be closed. A result that is still
   * awaited fails with {@link java.util.concurrent.CancellationException}, unless it needs no
   * further read.
   */
  @Override
  void close();

  /**
   * Applies a function to each value.
   *
   * @param function when it throws or returns null, the cursor fails
   */
  default <R> RecordCursor<R> map(Function<? super T, ? extends R> function) {
    return Cursors.strict(new MappedCursor<T, R>(this, Cursors.<T, R>ofMap(function)));
  }

  /**
   * Applies an asynchronous function to each value. The results are returned in the order of the
   * values.
   *
   * @param function when it throws, or returns null instead of a future, the cursor fails. A future
   *     of null is a value, which lists and {@link #first} refuse
   * @param width the number of calls that may run at a time, at least 1; as many values are read
   *     ahead
   */
  default <R> RecordCursor<R> mapAsync(
      Function<? super T, ? extends CompletableFuture<R>> function, int width) {
    return mapAsync(function, width, 0);
  }

  /**
   * As {@link #mapAsync(Function, int)}, when about as many values are expected to be taken. Values
   * behind them are read ahead only after one of them was asked for.
   *
   * @param expected 0 when the number is not known
   */
  default <R> RecordCursor<R> mapAsync(
      Function<? super T, ? extends CompletableFuture<R>> function, int width, int expected) {
    return Cursors.strict(
        new PipelinedCursor<T, R>(
            this,
            value ->
                Results.require(function.apply(value.value()), "function of mapAsync", "future"),
            width,
            expected,
            unused -> {}));
  }

  /** The values that the predicate accepts. The limits of the scan also count the others. */
  default RecordCursor<T> filter(Predicate<? super T> predicate) {
    return Cursors.strict(new FilteredCursor<>(this, predicate, false));
  }

  /**
   * As {@link #filter}, with an asynchronous predicate, of which {@code width} calls may run at a
   * time.
   */
  default RecordCursor<T> filterAsync(
      Function<? super T, CompletableFuture<Boolean>> predicate, int width) {
    return filterAsync(predicate, width, 0);
  }

  /**
   * As {@link #filterAsync(Function, int)}, when about as many values are expected to be tested; as
   * {@link #mapAsync(Function, int, int)}.
   */
  default RecordCursor<T> filterAsync(
      Function<? super T, CompletableFuture<Boolean>> predicate, int width, int expected) {
    return this.<Optional<T>>mapAsync(
            value ->
                Results.accepted(predicate.apply(value))
                    .thenApply(accepted -> accepted ? Optional.of(value) : Optional.empty()),
            width,
            expected)
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }

  /** The values before the first one that the predicate rejects. The cursor is exhausted there. */
  default RecordCursor<T> takeWhile(Predicate<? super T> predicate) {
    return Cursors.strict(new FilteredCursor<>(this, predicate, true));
  }

  /**
   * At most {@code rowsMax} values in this execution, then a stop with {@link
   * CursorResult.Reason#ROW_LIMIT}.
   *
   * @param rowsMax at least 1
   */
  default RecordCursor<T> limit(int rowsMax) {
    return Cursors.strict(new LimitedCursor<>(this, rowsMax));
  }

  /** All values up to the stop, whatever its reason is. */
  default CompletableFuture<List<T>> asList() {
    return asPage().thenApply(Page::items);
  }

  /** All values up to the stop, with its reason and continuation. */
  default CompletableFuture<Page<T>> asPage() {
    return Terminals.page(this);
  }

  /**
   * The number of values up to the end or a limit of rows.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when the cursor stops out of band, since the number is
   *     then unknown
   */
  default CompletableFuture<Long> count() {
    return Terminals.count(this);
  }

  /**
   * The first value; empty when there is none.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when a limit is reached before it, since it is then
   *     unknown
   */
  default CompletableFuture<Optional<T>> first() {
    return Terminals.first(this);
  }

  /**
   * Runs an action on each value. Actions begin in the order of the values, and {@code width} of
   * them may run at a time.
   *
   * @return the stop, when all actions have ended; fails with the error of the first action that
   *     failed
   */
  default CompletableFuture<CursorResult.Stop<T>> forEach(
      Function<? super T, ? extends CompletableFuture<?>> action, int width) {
    return Terminals.each(
            this.<Boolean>mapAsync(
                value ->
                    Results.require(action.apply(value), "action of forEach", "future")
                        .thenApply(nothing -> true),
                width),
            done -> {})
        .thenApply(CursorResult.Stop::as);
  }
}
