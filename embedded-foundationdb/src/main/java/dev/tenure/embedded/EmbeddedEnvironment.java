package dev.tenure.embedded;

import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.EngineLimits;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.embedded.commit.GroupPacer;
import dev.tenure.embedded.commit.ParkingGroupPacer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The clock, randomness, threads, durability and limits of an engine. One environment serves one
 * database and is closed with it. Closing ends the threads that the environment created; executors
 * that a caller passed in are left running.
 *
 * <p>This class is the only exception to the engine's rule that time, randomness and threads are
 * injected: parts that are not set are real ones.
 */
public final class EmbeddedEnvironment implements AutoCloseable {
  private static final int COMPLETION_THREADS_MIN = 2;
  private static final int COMPLETION_THREADS_MAX = 4;
  private static final AtomicInteger ENGINES = new AtomicInteger();

  private final InstantSource clock;
  private final RandomGenerator random;
  private final Executor commitExecutor;
  private final Executor executor;
  private final ScheduledExecutorService timer;
  private final GroupPacer pacer;
  private final FaultInjector faults;
  private final Durability durability;
  private final EngineLimits limits;
  private final List<ExecutorService> own;

  private EmbeddedEnvironment(Builder builder) {
    int engine = ENGINES.incrementAndGet();
    own = new ArrayList<>();
    clock = builder.clock != null ? builder.clock : InstantSource.system();
    random = builder.random != null ? builder.random : new Random();
    commitExecutor = builder.commitExecutor != null ? builder.commitExecutor : commitThread(engine);
    executor = builder.executor != null ? builder.executor : completionThreads(engine);
    timer = builder.timer != null ? builder.timer : timerThread(engine);
    pacer = builder.pacer != null ? builder.pacer : pacer(builder.commitExecutor == null);
    faults = builder.faults;
    durability = builder.durability;
    limits = builder.limits;
  }

  /** An environment with the system's clock, its own threads, and synced commits. */
  public static EmbeddedEnvironment realTime() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  private static GroupPacer pacer(boolean ownCommits) {
    return ownCommits
        ? new ParkingGroupPacer(System::nanoTime, ParkingGroupPacer.PAUSE)
        : GroupPacer.NONE;
  }

  private Executor commitThread(int engine) {
    return keep(Executors.newSingleThreadExecutor(task -> daemon(task, "tenure-commit-" + engine)));
  }

  private Executor completionThreads(int engine) {
    int processors = Runtime.getRuntime().availableProcessors();
    int threads = Math.max(COMPLETION_THREADS_MIN, Math.min(COMPLETION_THREADS_MAX, processors));
    AtomicInteger number = new AtomicInteger();
    return keep(
        Executors.newFixedThreadPool(
            threads,
            task -> daemon(task, "tenure-complete-" + engine + "-" + number.incrementAndGet())));
  }

  private ScheduledExecutorService timerThread(int engine) {
    ScheduledThreadPoolExecutor single =
        new ScheduledThreadPoolExecutor(1, task -> daemon(task, "tenure-timer-" + engine));
    single.setRemoveOnCancelPolicy(true);
    return keep(single);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private <E extends ExecutorService> E keep(E service) {
    own.add(service);
    return service;
  }

  InstantSource clock() {
    return clock;
  }

  RandomGenerator random() {
    return random;
  }

  Executor commitExecutor() {
    return commitExecutor;
  }

  Executor executor() {
    return executor;
  }

  ScheduledExecutorService timer() {
    return timer;
  }

  GroupPacer pacer() {
    return pacer;
  }

  FaultInjector faults() {
    return faults;
  }

  Durability durability() {
    return durability;
  }

  EngineLimits limits() {
    return limits;
  }

  /**
   * Ends the threads that the environment created, after they have run the tasks given to them
   * before.
   */
  @Override
  public void close() {
    own.forEach(ExecutorService::shutdown);
  }

  /** Collects the parts of an environment. Not safe for use by several threads. */
  public static final class Builder {
    private @Nullable InstantSource clock;
    private @Nullable RandomGenerator random;
    private @Nullable Executor commitExecutor;
    private @Nullable Executor executor;
    private @Nullable ScheduledExecutorService timer;
    private @Nullable GroupPacer pacer;
    private FaultInjector faults = FaultInjector.NONE;
    private Durability durability = Durability.SYNC;
    private EngineLimits limits = EngineLimits.DEFAULTS;

    private Builder() {}

    /** The clock that drives versions and timeouts. */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    /**
     * The generator that spreads the waits before retries; it must be safe for use by many threads.
     */
    public Builder random(RandomGenerator generator) {
      random = generator;
      return this;
    }

    /**
     * The executor that carries out commits, one task at a time. It should have a thread that does
     * nothing else; with another executor, groups of commits start without waiting for further
     * commits.
     */
    public Builder commitExecutor(Executor serial) {
      commitExecutor = serial;
      return this;
    }

    /**
     * The executor that completes futures which could not be answered at once; the default of
     * transactions.
     */
    public Builder executor(Executor completions) {
      executor = completions;
      return this;
    }

    /**
     * The timer for timeouts, waits before retries, and waits for versions that no commit has
     * reached.
     */
    public Builder timer(ScheduledExecutorService scheduler) {
      timer = scheduler;
      return this;
    }

    /** The policy that decides how long a group of commits waits for further commits. */
    public Builder pacer(GroupPacer groupPacer) {
      pacer = groupPacer;
      return this;
    }

    /** The faults to plant; for tests. */
    public Builder faults(FaultInjector injector) {
      faults = injector;
      return this;
    }

    /**
     * The moment at which a commit to a directory is acknowledged; {@link Durability#SYNC} by
     * default.
     */
    public Builder durability(Durability level) {
      durability = level;
      return this;
    }

    public Builder limits(EngineLimits engineLimits) {
      limits = engineLimits;
      return this;
    }

    /** Builds the environment. Parts that were not set are real ones, with their own threads. */
    public EmbeddedEnvironment build() {
      return new EmbeddedEnvironment(this);
    }
  }
}
