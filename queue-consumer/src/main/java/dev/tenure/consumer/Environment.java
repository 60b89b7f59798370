package dev.tenure.consumer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What every role of one consumer needs.
 *
 * @param executor for everything that does not block
 * @param workerExecutor for handlers that block; absent when the consumer was given none
 */
record Environment(
    ConsumerOptions options,
    LifeCycle lifeCycle,
    Executor executor,
    @Nullable Executor workerExecutor,
    Deadlines deadlines,
    Chance chance,
    Meters meters,
    Notices notices,
    Complaints complaints) {

  /**
   * Begins the work on the executor and not on the caller's thread: where reads are answered at
   * once the work may be all done by the time it has begun.
   */
  <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    return CompletableFuture.completedFuture(work).thenComposeAsync(Supplier::get, executor);
  }

  /** Calls back on the given executor, whatever becomes of the stage. */
  @SuppressWarnings("FutureReturnValueIgnored") // then is told of errors, its own are reported
  <T> void whenDone(
      CompletionStage<T> stage,
      Executor on,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    stage.whenCompleteAsync((value, error) -> call(then, value, error), on);
  }

  /** As {@link #whenDone} on the thread that completes the stage, or at once. */
  @SuppressWarnings("FutureReturnValueIgnored") // then is told of errors, its own are reported
  <T> void whenDoneInline(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    stage.whenComplete((value, error) -> call(then, value, error));
  }

  private <T> void call(
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then,
      @Nullable T value,
      @Nullable Throwable error) {
    try {
      then.accept(value, error);
    } catch (RuntimeException | Error e) {
      complaints.about("a step of the consumer", then.getClass().getName(), e);
    }
  }
}
