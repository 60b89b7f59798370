package dev.tenure.consumer.batch;

import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A run of a transaction that does not wait for ever. It fails with {@link UnansweredException}
 * when no attempt has begun for a time, and is not repeated after that. An attempt whose commit is
 * under way may still be applied. Thread-safe.
 */
public final class BoundedRun<T> {
  private final Scheduler scheduler;
  private final Duration bound;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile Instant attemptedAt;

  /** No attempt of a run was answered in time. */
  public static final class UnansweredException extends RecordLayerException {
    private static final long serialVersionUID = 1L;

    UnansweredException(Duration bound) {
      super(Code.TIMED_OUT, "the database has not answered for " + bound);
    }
  }

  /**
   * @param bound the longest time for one attempt
   */
  public BoundedRun(Scheduler scheduler, Duration bound) {
    this.scheduler = scheduler;
    this.bound = bound;
    this.attemptedAt = scheduler.now();
  }

  /** Wraps the body of a transaction, so that the run knows when an attempt begins. */
  public <C, S> Function<C, CompletionStage<S>> attempts(
      Function<? super C, ? extends CompletionStage<S>> body) {
    return context -> {
      attemptedAt = scheduler.now();
      return body.apply(context);
    };
  }

  /** Starts the run; called once. */
  public CompletableFuture<T> start(Supplier<CompletableFuture<T>> start) {
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
    Scheduler.Scheduled deadline = scheduler.at(attemptedAt.plus(bound), () -> due(run));
    var unused = result.whenComplete((value, error) -> deadline.cancel());
  }

  private void due(CompletableFuture<T> run) {
    if (scheduler.now().isBefore(attemptedAt.plus(bound))) {
      watch(run);
      return;
    }
    result.completeExceptionally(new UnansweredException(bound));
    run.cancel(false);
  }
}
