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
 * What an engine runs on: a clock, randomness, threads, and how durable and how large it may be.
 * One environment serves one database and is closed with it, which ends the threads that were made
 * here; parts that were given stay their giver's.
 *
 * <p>This class is the one exception to the engine's rule that time, randomness and threads come
 * from outside: what is not given is real.
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

  /** The system's clock and threads of its own; synced commits. */
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

  /** Lets the threads made here end; tasks given to them before are still run. */
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

    /** Drives versions and timeouts. */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    /** Spreads the waits before retries; must be safe for use by as many threads as retry. */
    public Builder random(RandomGenerator generator) {
      random = generator;
      return this;
    }

    /**
     * Carries out commits, one task at a time. A thread of its own, or groups of commits are formed
     * without waiting for company.
     */
    public Builder commitExecutor(Executor serial) {
      commitExecutor = serial;
      return this;
    }

    /** Completes futures that could not be answered at once; the default of transactions. */
    public Builder executor(Executor completions) {
      executor = completions;
      return this;
    }

    /** For timeouts, waits before retries, and versions that have not come. */
    public Builder timer(ScheduledExecutorService scheduler) {
      timer = scheduler;
      return this;
    }

    /** How long a group of commits waits for company. */
    public Builder pacer(GroupPacer groupPacer) {
      pacer = groupPacer;
      return this;
    }

    /** Faults to plant; for tests. */
    public Builder faults(FaultInjector injector) {
      faults = injector;
      return this;
    }

    /** When a commit to a directory is acknowledged; {@link Durability#SYNC} unless set. */
    public Builder durability(Durability level) {
      durability = level;
      return this;
    }

    public Builder limits(EngineLimits engineLimits) {
      limits = engineLimits;
      return this;
    }

    /** The environment; the parts that were not set are real, with threads of their own. */
    public EmbeddedEnvironment build() {
      return new EmbeddedEnvironment(this);
    }
  }
}
