package dev.tenure.record.cursor;

import dev.tenure.record.AsyncLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Values one after another, read as they are asked for. Belongs to the transaction it reads in, and
 * to one caller, who waits for each result before asking for the next.
 *
 * <p>Law: the values of a scan that is stopped anywhere, and those of the scan that goes on from
 * its continuation in the same snapshot, are together the values of the scan that is not stopped.
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

  /** The next value, or why there is none. Once stopped, a cursor gives the same stop again. */
  CompletableFuture<CursorResult<T>> next();

  /** Ends reading ahead. A cursor that has stopped need not be closed. */
  @Override
  void close();

  /** The values, each as the function changes it; closes as this cursor. */
  default <R> RecordCursor<R> map(Function<? super T, ? extends R> function) {
    return new MappedCursor<T, R>(this, function);
  }

  /** The values the predicate accepts. Limits of the scan count the others too. */
  default RecordCursor<T> filter(Predicate<? super T> predicate) {
    return new FilteredCursor<>(this, predicate);
  }

  /** All values until the stop, whatever its reason. */
  default CompletableFuture<List<T>> asList() {
    return asPage().thenApply(Page::items);
  }

  /** All values until the stop, why it stopped, and where to go on. */
  default CompletableFuture<Page<T>> asPage() {
    List<T> items = new ArrayList<>();
    CompletableFuture<Page<T>> page = new CompletableFuture<>();
    var unused =
        AsyncLoop.whileTrue(
                () ->
                    next()
                        .thenApply(
                            result -> {
                              if (result instanceof CursorResult.Stop<T> stop) {
                                page.complete(
                                    new Page<>(items, stop.reason(), stop.continuation()));
                                return false;
                              }
                              items.add(result.value());
                              return true;
                            }))
            .whenComplete(
                (nothing, error) -> {
                  if (error != null) {
                    close();
                    page.completeExceptionally(error);
                  }
                });
    return page;
  }
}
