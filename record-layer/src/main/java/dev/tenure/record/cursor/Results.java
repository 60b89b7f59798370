package dev.tenure.record.cursor;

import dev.tenure.record.async.AsyncLoop;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Helpers of operators for the results of their children. */
final class Results {
  private Results() {}

  /** Repeats a step until it gives a result. */
  static <T> CompletableFuture<CursorResult<T>> until(
      Supplier<CompletableFuture<Optional<CursorResult<T>>>> step) {
    AtomicReference<@Nullable CursorResult<T>> found = new AtomicReference<>();
    return AsyncLoop.whileTrue(
            () ->
                step.get()
                    .thenApply(
                        result -> {
                          found.set(result.orElse(null));
                          return result.isEmpty();
                        }))
        .thenApply(nothing -> Objects.requireNonNull(found.get(), "result"));
  }

  /**
   * Requires that the code of a caller returned a result.
   *
   * @param what the code that returned it, for the error
   * @throws IllegalStateException when it is null
   */
  static <T> T require(@Nullable T given, String what, String expected) {
    if (given == null) {
      throw new IllegalStateException("the " + what + " gave null, expected a " + expected);
    }
    return given;
  }

  /** Whether a predicate of filterAsync accepts a value. */
  static CompletableFuture<Boolean> accepted(@Nullable CompletableFuture<Boolean> answer) {
    return require(answer, "predicate of filterAsync", "future")
        .thenApply(
            accepted -> {
              if (accepted == null) {
                throw new IllegalStateException(
                    "the predicate of filterAsync answered null, expected true or false");
              }
              return accepted;
            });
  }

  /** The same result with its continuation inside of the operator's own; the end stays the end. */
  static <T> CursorResult<T> within(CursorResult<T> result, UnaryOperator<Continuation> operator) {
    Continuation inner = result.continuation();
    if (result instanceof CursorResult.Value<T> value) {
      return new CursorResult.Value<>(value.value(), operator.apply(inner));
    }
    return result.reason().isLimit()
        ? new CursorResult.Stop<>(result.reason(), operator.apply(inner))
        : result;
  }
}
