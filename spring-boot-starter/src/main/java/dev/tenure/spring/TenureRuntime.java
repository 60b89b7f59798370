package dev.tenure.spring;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Clock, chance and threads of this process, which the modules below are given. All threads are
 * daemons with names that begin with {@code tenure-}. Closed after everything that uses it.
 */
public final class TenureRuntime implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int PROCESS_ID_BYTES = 12;

  private final InstantSource clock = InstantSource.system();
  private final RandomGenerator secrets = new SecureRandom();
  private final RandomGenerator chance = new Random(secrets.nextLong());
  private final String processId;
  private final ExecutorService transactions;
  private final ScheduledThreadPoolExecutor timer;

  private TenureRuntime(int threads) {
    byte[] drawn = new byte[PROCESS_ID_BYTES];
    secrets.nextBytes(drawn);
    processId = HexFormat.of().formatHex(drawn);
    transactions = Executors.newFixedThreadPool(threads, threads("tenure-transaction"));
    timer = new ScheduledThreadPoolExecutor(1, threads("tenure-timer"));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Real time, and as many threads for transactions as there are processors, at least two. */
  public static TenureRuntime start() {
    return new TenureRuntime(Math.max(2, Runtime.getRuntime().availableProcessors()));
  }

  public InstantSource clock() {
    return clock;
  }

  /** Cannot be guessed: for identifiers of items and leases. Thread-safe. */
  public RandomGenerator secrets() {
    return secrets;
  }

  /** Fast: for selections and delays. Thread-safe. */
  public RandomGenerator chance() {
    return chance;
  }

  /** Continues transactions. Nothing that blocks may run here. */
  public ExecutorService transactions() {
    return transactions;
  }

  /** Unique among processes, alive or dead: drawn at the start. */
  public String processId() {
    return processId;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  /** Ends the threads; tasks not yet begun are dropped. */
  @Override
  public void close() {
    timer.shutdownNow();
    transactions.shutdown();
    try {
      if (!transactions.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        transactions.shutdownNow();
      }
    } catch (InterruptedException e) {
      transactions.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a thread continues transactions, and must not wait. */
  static boolean continuesTransactions(Thread thread) {
    return thread instanceof TransactionThread;
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger made = new AtomicInteger();
    return task -> new TransactionThread(task, name + "-" + made.incrementAndGet());
  }

  private static final class TransactionThread extends Thread {
    TransactionThread(Runnable task, String name) {
      super(task, name);
      setDaemon(true);
    }
  }
}
