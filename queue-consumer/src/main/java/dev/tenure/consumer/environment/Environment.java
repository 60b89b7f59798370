package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The injected parts that all roles of one consumer share.
 *
 * @param executor runs everything that does not block; it loses no task while the consumer lives
 * @param workerExecutor runs handlers that block; empty when the consumer was given none
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
   * Begins the work on the executor instead of the caller's thread. Where reads are answered at
   * once, the caller's thread would otherwise do all of the work.
   */
  public <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    return CompletableFuture.completedFuture(work).thenComposeAsync(Supplier::get, executor);
  }

  /** Calls back on the given executor when the stage ends, in whatever way. */
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

  /**
   * Observes a stage of the application. A stage that throws when it is observed counts as failed.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // then is told of errors, its own are reported
  private static <T> void observe(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
    try {
      stage.whenComplete(then);
    } catch (Throwable e) { // code of the application may throw anything
      then.accept(null, e);
    }
  }

  /** Logs a failure, unless the consumer has ended: then nothing is expected to work any more. */
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
