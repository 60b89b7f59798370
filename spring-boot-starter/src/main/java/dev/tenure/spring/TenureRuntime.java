package dev.tenure.spring;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The clock, random numbers and threads of this process, which are injected into the modules below.
 * All threads are daemons with names that begin with {@code tenure-}. It must be closed after
 * everything that uses it.
 */
public final class TenureRuntime implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int PROCESS_ID_BYTES = 12;

  private final InstantSource clock;
  private final RandomGenerator secrets;
  private final RandomGenerator random;
  private final String processId;
  private final ExecutorService transactions;
  private final ScheduledExecutorService timer;

  private TenureRuntime(
      InstantSource clock,
      RandomGenerator secrets,
      RandomGenerator random,
      ExecutorService transactions,
      ScheduledExecutorService timer) {
    this.clock = clock;
    this.secrets = secrets;
    this.random = random;
    this.transactions = transactions;
    this.timer = timer;
    byte[] drawn = new byte[PROCESS_ID_BYTES];
    secrets.nextBytes(drawn);
    processId = HexFormat.of().formatHex(drawn);
  }

  /**
   * A runtime with real time, and as many threads for transactions as there are processors, at
   * least two.
   */
  public static TenureRuntime start() {
    RandomGenerator secrets = new SecureRandom();
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, threads("tenure-timer"));
    timer.setRemoveOnCancelPolicy(true);
    return new TenureRuntime(
        InstantSource.system(),
        secrets,
        new Random(secrets.nextLong()),
        transactionThreads(),
        timer);
  }

  /**
   * A runtime with the clock of a test. It closes the timer.
   *
   * @param random a thread-safe generator, from which {@link #secrets} draws, too
   * @param around wraps the executor of transactions, which has the threads of {@link #start}
   */
  public static TenureRuntime of(
      InstantSource clock,
      RandomGenerator random,
      ScheduledExecutorService timer,
      UnaryOperator<ExecutorService> around) {
    return new TenureRuntime(clock, random, random, around.apply(transactionThreads()), timer);
  }

  /** After the end of its threads it drops tasks: answers of a cluster still come then. */
  private static ExecutorService transactionThreads() {
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.MILLISECONDS,
        new LinkedBlockingQueue<>(),
        threads("tenure-transaction"),
        new ThreadPoolExecutor.DiscardPolicy());
  }

  public InstantSource clock() {
    return clock;
  }

  /** Random numbers that cannot be guessed, for ids of items and leases. Thread-safe. */
  public RandomGenerator secrets() {
    return secrets;
  }

  /** Fast random numbers, for selections and delays. Thread-safe. */
  public RandomGenerator random() {
    return random;
  }

  /** The executor that continues transactions. No blocking task may run here. */
  public ExecutorService transactions() {
    return transactions;
  }

  /** The id of this process, drawn at the start, unique among all processes that ever ran. */
  public String processId() {
    return processId;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  /** Ends the threads. Tasks that have not begun, or come later, are dropped. */
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
