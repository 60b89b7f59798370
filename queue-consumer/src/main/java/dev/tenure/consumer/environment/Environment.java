package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What every role of one consumer needs.
 *
 * @param executor for everything that does not block; a task is never lost while the consumer lives
 * @param workerExecutor for handlers that block; absent when the consumer was given none
 */
public record Environment(
    ConsumerOptions options,
    LifeCycle lifeCycle,
    PersistentExecutor executor,
    @Nullable Executor workerExecutor,
    Scheduler time,
    RandomSource random,
    Meters meters,
    ListenerDispatch listener,
    Loggers loggers,
    ThrottledLog log) {

  /**
   * Begins the work on the executor and not on the caller's thread: where reads are answered at
   * once the work may be all done by the time it has begun.
   */
  public <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    return CompletableFuture.completedFuture(work).thenComposeAsync(Supplier::get, executor);
  }

  /** Calls back on the given executor, whatever becomes of the stage. */
  public <T> void whenDone(
      CompletionStage<T> stage,
      Executor on,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    observe(stage, (value, error) -> on.execute(() -> call(then, value, error)));
  }

  /** As {@link #whenDone} on the thread that completes the stage, or at once. */
  public <T> void whenDoneInline(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    observe(stage, (value, error) -> call(then, value, error));
  }

  /** A stage of the application that cannot even be observed has failed. */
  @SuppressWarnings("FutureReturnValueIgnored") // then is told of errors, its own are reported
  private static <T> void observe(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    try {
      stage.whenComplete(then);
    } catch (Throwable e) { // code of the application may throw anything
      then.accept(null, e);
    }
  }

  /** Logs what failed, unless the consumer is over: then nothing is expected to work any more. */
  public void report(String attempted, Object where, Throwable error) {
    if (!lifeCycle.over()) {
      log.failed(attempted, where, error);
    }
  }

  private <T> void call(
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then,
      @Nullable T value,
      @Nullable Throwable error) {
    try {
      then.accept(value, error);
    } catch (Throwable e) { // code of the application may throw anything
      log.failed("a step of the consumer", then.getClass().getName(), e);
    }
  }
}
