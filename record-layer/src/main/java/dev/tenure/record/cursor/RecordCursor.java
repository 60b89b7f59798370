package dev.tenure.record.cursor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Values one after another, read as they are asked for. Belongs to the transaction it reads in, and
 * to one caller, who waits for each result before asking for the next.
 *
 * <p>Law: the values of a cursor that is stopped anywhere, and those of the cursor that goes on
 * from its continuation in the same snapshot, are together the values of the cursor that is not
 * stopped. Each continuation is behind the one before; each execution gives a new one or ends; and
 * it is {@link Continuation#END} exactly when there is no more.
 *
 * <p>Closed by who has opened it, unless it has stopped or failed, or a method here that gives a
 * future has closed it. A cursor made of others closes those; who makes one leaves the others
 * alone. An error ends a cursor as a stop does.
 */
public interface RecordCursor<T> extends AutoCloseable {

  /**
   * What a cursor gave from its begin to its stop.
   *
   * @param items the values, in order
   * @param reason why it stopped
   * @param continuation where another scan goes on; {@link Continuation#END} when there is no more
   */
  record Page<T>(List<T> items, CursorResult.Reason reason, Continuation continuation) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /**
   * The next value, or why there is none. Once stopped or failed, a cursor gives the same stop or
   * error again.
   *
   * @throws IllegalStateException when the result before is not done, or the cursor was closed
   *     before it had stopped
   */
  CompletableFuture<CursorResult<T>> next();

  /**
   * Ends reading ahead and what runs for values not given yet. Closing again does nothing. A cursor
   * that has stopped need not be closed. A cursor that is closed in the middle of a read opens
   * nothing any more; that read then fails with {@link java.util.concurrent.CancellationException},
   * unless it comes to a result without.
   */
  @Override
  void close();

  /** The values, each as the function changes it. */
  default <R> RecordCursor<R> map(Function<? super T, ? extends R> function) {
    return Cursors.strict(new MappedCursor<T, R>(this, function));
  }

  /**
   * The values, each as the function changes it, in their order.
   *
   * @param function one that throws, or gives null instead of a future, fails the cursor; null in
   *     the future is a value
   * @param width how many calls of the function may run at once, at least 1; so many values are
   *     read ahead
   */
  default <R> RecordCursor<R> mapAsync(
      Function<? super T, ? extends CompletableFuture<R>> function, int width) {
    return Cursors.strict(
        new PipelinedCursor<T, R>(
            this,
            value ->
                Results.require(function.apply(value.value()), "function of mapAsync", "future"),
            width,
            unused -> {}));
  }

  /** The values the predicate accepts. Limits of the scan count the others too. */
  default RecordCursor<T> filter(Predicate<? super T> predicate) {
    return Cursors.strict(new FilteredCursor<>(this, predicate));
  }

  /** As {@link #filter}, with so many calls of the predicate at once. */
  default RecordCursor<T> filterAsync(
      Function<? super T, CompletableFuture<Boolean>> predicate, int width) {
    return this.<Optional<T>>mapAsync(
            value ->
                Results.accepted(predicate.apply(value))
                    .thenApply(accepted -> accepted ? Optional.of(value) : Optional.empty()),
            width)
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }

  /** The values before the first that the predicate does not accept; that one is the end. */
  default RecordCursor<T> takeWhile(Predicate<? super T> predicate) {
    return Cursors.strict(new WhileCursor<>(this, predicate));
  }

  /**
   * So many values in this execution, then a stop for {@link CursorResult.Reason#ROW_LIMIT}.
   *
   * @param rowsMax at least 1
   */
  default RecordCursor<T> limit(int rowsMax) {
    return Cursors.strict(new LimitedCursor<>(this, rowsMax));
  }

  /** All values until the stop, whatever its reason. */
  default CompletableFuture<List<T>> asList() {
    return asPage().thenApply(Page::items);
  }

  /** All values until the stop, why it stopped, and where to go on. */
  default CompletableFuture<Page<T>> asPage() {
    return Terminals.page(this);
  }

  /**
   * How many values there are until the end or a limit of rows.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when the cursor stops out of band: then it is not known
   */
  default CompletableFuture<Long> count() {
    return Terminals.count(this);
  }

  /**
   * The first value; empty only when there is none.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when a limit is met before it: then it is not known
   */
  default CompletableFuture<Optional<T>> first() {
    return Terminals.first(this);
  }

  /**
   * Runs an action on each value, so many at once, begun in order.
   *
   * @return the stop, when all actions have ended; fails as the first action that failed
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
