package dev.tenure.record.cursor;

import dev.tenure.record.AsyncLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Those values of another cursor that a predicate accepts. */
record FilteredCursor<T>(RecordCursor<T> source, Predicate<? super T> predicate)
    implements RecordCursor<T> {

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    AtomicReference<@Nullable CursorResult<T>> found = new AtomicReference<>();
    return AsyncLoop.whileTrue(
            () ->
                source
                    .next()
                    .thenApply(
                        result -> {
                          found.set(result);
                          return result.hasNext() && !predicate.test(result.value());
                        }))
        .thenApply(nothing -> found.get());
  }

  @Override
  public void close() {
    source.close();
  }
}
