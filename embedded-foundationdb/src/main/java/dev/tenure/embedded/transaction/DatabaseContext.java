package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.TransactionServer;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * The parts that all transactions of a database share. Safe for use by many threads if the random
 * generator is.
 */
public final class DatabaseContext {
  private final TransactionServer server;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final ScheduledExecutorService timer;
  private final Executor completions;
  private final AtomicInteger watches = new AtomicInteger();
  private volatile TransactionDefaults defaults = TransactionDefaults.STANDARD;

  /**
   * @param completions the executor on which the server completes its futures
   */
  public DatabaseContext(
      TransactionServer server,
      InstantSource clock,
      RandomGenerator random,
      ScheduledExecutorService timer,
      Executor completions) {
    this.server = server;
    this.clock = clock;
    this.random = random;
    this.timer = timer;
    this.completions = completions;
  }

  TransactionDefaults defaults() {
    return defaults;
  }

  /** Replaces the defaults of transactions that are created from now on. */
  void setDefaults(TransactionDefaults defaults) {
    this.defaults = defaults;
  }

  TransactionServer server() {
    return server;
  }

  long nowMillis() {
    return clock.millis();
  }

  RandomGenerator random() {
    return random;
  }

  ScheduledExecutorService timer() {
    return timer;
  }

  /**
   * Passes a result of the server on to a transaction's executor; directly if the server completes
   * its futures on the same executor.
   */
  <T> void onCompletion(
      CompletableFuture<T> future, Executor executor, BiConsumer<? super T, Throwable> action) {
    var unused =
        executor == completions
            ? future.whenComplete(action)
            : future.whenCompleteAsync(action, executor);
  }

  /** Takes one of the places for waiting watches; fails with 1032 when none is left. */
  void takeWatchPlace() {
    if (watches.incrementAndGet() > defaults.watchesMax()) {
      watches.decrementAndGet();
      throw FdbErrors.exception(FdbErrors.TOO_MANY_WATCHES);
    }
  }

  void freeWatchPlace() {
    watches.decrementAndGet();
  }
}
