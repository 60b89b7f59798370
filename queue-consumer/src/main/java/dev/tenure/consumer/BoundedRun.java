package dev.tenure.consumer;

import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A run of a transaction whose answer may never come: it fails with {@link UnansweredException}
 * once no attempt of it has begun for a time, and is then repeated no more. An attempt whose commit
 * is on its way may still be applied. Thread-safe.
 */
final class BoundedRun<T> {
  private final Deadlines deadlines;
  private final Duration bound;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile Instant attemptedAt;

  /** No attempt of a run was answered in time. */
  static final class UnansweredException extends RecordLayerException {
    private static final long serialVersionUID = 1L;

    UnansweredException(Duration bound) {
      super(Code.TIMED_OUT, "the database has not answered for " + bound);
    }
  }

  /**
   * @param bound for each attempt
   */
  BoundedRun(Deadlines deadlines, Duration bound) {
    this.deadlines = deadlines;
    this.bound = bound;
    this.attemptedAt = deadlines.now();
  }

  /** The body of a transaction, which thereby tells when an attempt begins. */
  <C, S> Function<C, CompletionStage<S>> attempts(
      Function<? super C, ? extends CompletionStage<S>> body) {
    return context -> {
      attemptedAt = deadlines.now();
      return body.apply(context);
    };
  }

  /** Called once. */
  CompletableFuture<T> start(Supplier<CompletableFuture<T>> start) {
    CompletableFuture<T> run = start.get();
    var unused =
        run.whenComplete(
            (value, error) -> {
              if (error == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(error);
              }
            });
    if (!result.isDone()) {
      watch(run);
    }
    return result;
  }

  private void watch(CompletableFuture<T> run) {
    Deadlines.Deadline deadline = deadlines.at(attemptedAt.plus(bound), () -> due(run));
    var unused = result.whenComplete((value, error) -> deadline.cancel());
  }

  private void due(CompletableFuture<T> run) {
    if (deadlines.now().isBefore(attemptedAt.plus(bound))) {
      watch(run);
      return;
    }
    result.completeExceptionally(new UnansweredException(bound));
    run.cancel(false);
  }
}
