package dev.tenure.record.context;

import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The services that a process gives to its transactions: clock, random numbers, threads, and state
 * that outlives a transaction. Safe for use by many threads. It does not own executor and timer,
 * and needs no closing.
 */
public final class TransactionEnvironment {
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Executor executor;
  private final ScheduledExecutorService timer;
  private final Joiner joiner;
  private final int storeStatesMax;
  private final int contentFormatMax;
  private final Deadlines deadlines;
  private final Attachments attachments;

  /**
   * An environment without attachments.
   *
   * @param random need not be safe for use by many threads
   * @param storeStatesMax the most store headers that are kept in memory between transactions
   * @param contentFormatMax the greatest content format of stores that are opened
   */
  public TransactionEnvironment(
      InstantSource clock,
      RandomGenerator random,
      Executor executor,
      ScheduledExecutorService timer,
      Joiner joiner,
      int storeStatesMax,
      int contentFormatMax) {
    this.clock = clock;
    this.random = new SharedRandom(random);
    this.executor = executor;
    this.timer = timer;
    this.joiner = joiner;
    this.storeStatesMax = storeStatesMax;
    this.contentFormatMax = contentFormatMax;
    this.deadlines = new Deadlines(timer, executor);
    this.attachments = new Attachments();
  }

  private TransactionEnvironment(TransactionEnvironment shared, InstantSource clock) {
    this.clock = clock;
    this.random = shared.random;
    this.executor = shared.executor;
    this.timer = shared.timer;
    this.joiner = shared.joiner;
    this.storeStatesMax = shared.storeStatesMax;
    this.contentFormatMax = shared.contentFormatMax;
    this.deadlines = shared.deadlines;
    this.attachments = shared.attachments;
  }

  /**
   * An environment with another clock. Attachments and all other parts are shared with this
   * environment.
   */
  public TransactionEnvironment withClock(InstantSource other) {
    return new TransactionEnvironment(this, other);
  }

  public InstantSource clock() {
    return clock;
  }

  /** The random generator, wrapped so that many threads may draw from it. */
  public RandomGenerator random() {
    return random;
  }

  public Executor executor() {
    return executor;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  /** The most store headers that are kept in memory between transactions. */
  public int storeStatesMax() {
    return storeStatesMax;
  }

  /** The greatest content format of stores that are opened. */
  public int contentFormatMax() {
    return contentFormatMax;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  /**
   * Waits for a future with the {@link Joiner}. Throws the future's error without the wrappers of
   * futures.
   */
  public <T> T join(CompletableFuture<T> future) {
    try {
      return joiner.join(future);
    } catch (CompletionException e) {
      Throwable error = RecordLayerException.of(e);
      if (error instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (error instanceof Error serious) {
        throw serious;
      }
      throw e;
    }
  }

  /**
   * A future that completes after the given time, on the executor. For zero it is already complete.
   *
   * @return fails with RejectedExecutionException when timer or executor have been shut down
   */
  public CompletableFuture<Void> delay(Duration duration) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    if (duration.isZero()) {
      over.complete(null);
      return over;
    }
    try {
      var unused = timer.schedule(() -> endDelay(over), duration.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      over.completeExceptionally(e);
    }
    return over;
  }

  private void endDelay(CompletableFuture<Void> over) {
    try {
      executor.execute(() -> over.complete(null));
    } catch (RejectedExecutionException e) {
      over.completeExceptionally(e);
    }
  }

  /**
   * Calls an action once, on the executor, if a future is not done within a time limit. The call
   * comes at most a second after the limit. All limits share one timer task.
   */
  public void whenOverdue(CompletableFuture<?> future, Duration limit, Runnable action) {
    if (future.isDone()) {
      return;
    }
    Deadlines.Deadline deadline = deadlines.add(limit, action);
    var unused = future.whenComplete((value, error) -> deadline.end());
  }

  /**
   * State that belongs to this environment, such as the cache of a layer. The first call with a key
   * makes the object, and each further call returns the same object.
   */
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    return attachments.get(key, ifAbsent);
  }
}
