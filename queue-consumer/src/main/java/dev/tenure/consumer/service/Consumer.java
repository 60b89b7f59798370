package dev.tenure.consumer.service;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.ConsumerStatus.Phase;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemScope;
import dev.tenure.consumer.end.Completer;
import dev.tenure.consumer.end.FailurePolicy;
import dev.tenure.consumer.end.Health;
import dev.tenure.consumer.end.ItemEnds;
import dev.tenure.consumer.end.RetryDelays;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.LifeCycle;
import dev.tenure.consumer.environment.ListenerDispatch;
import dev.tenure.consumer.environment.Loggers;
import dev.tenure.consumer.environment.Meters;
import dev.tenure.consumer.environment.PersistentExecutor;
import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.ExternalHolds;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.run.Tracing;
import dev.tenure.consumer.run.Worker;
import dev.tenure.consumer.run.WorkerSlots;
import dev.tenure.consumer.scan.ConsumerRanks;
import dev.tenure.consumer.scan.Inabilities;
import dev.tenure.consumer.scan.Scanner;
import dev.tenure.consumer.scan.SelectionFraction;
import dev.tenure.consumer.scan.Shares;
import dev.tenure.consumer.upkeep.Heartbeats;
import dev.tenure.consumer.upkeep.PointerRepairs;
import dev.tenure.consumer.upkeep.StrandedSearches;
import dev.tenure.consumer.visit.Manager;
import dev.tenure.consumer.visit.UnknownTypes;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.record.database.RecordDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds and runs the work of all tenants of a deployment (paper section 6), with one scanner,
 * managers and workers. Any number of consumers share a deployment, in one process or many. The
 * caller that builds a consumer starts and stops it, and owns the executors and the timer.
 * Thread-safe.
 */
public final class Consumer {
  private final Environment environment;
  private final List<QueueCluster> clusters;
  private final SelectionFraction fraction;
  private final InFlightRegistry inFlightItems = new InFlightRegistry();
  private final Worker worker;
  private final Scanner scanner;
  private final Heartbeats heartbeats;
  private final PointerRepairs repairs;
  private final Capacity capacity;
  private final Throttle throttle;
  private final PromiseReadings promises;
  private final Shutdown shutdown;

  private Consumer(
      Environment environment,
      Deployment deployment,
      Handlers handlers,
      Tracing tracing,
      ItemErrorHandler errors) {
    ConsumerOptions options = environment.options();
    this.environment = environment;
    this.clusters = deployment.clusters();
    this.fraction = new SelectionFraction(options.selection());
    SerialExecutor serial =
        new SerialExecutor(
            environment.executor(),
            error -> environment.log().failed("scanning", "its serial", error));
    this.throttle = new Throttle(handlers);
    Shares shares = new Shares(options.id(), options.tuning().divided());
    ConsumerRanks ranks = new ConsumerRanks(options.id(), shares);
    this.capacity = new Capacity(options, environment.time(), serial);
    Health health = new Health(serial);
    ExternalHolds holds = new ExternalHolds();
    FailurePolicy failurePolicy =
        new FailurePolicy(
            options.id(),
            new RetryDelays(environment.random()),
            environment.time(),
            errors,
            environment.log());
    ItemEnds ends =
        new ItemEnds(
            environment,
            handlers,
            failurePolicy,
            new Completer(environment, health, holds),
            inFlightItems,
            capacity);
    this.worker =
        new Worker(
            environment,
            handlers,
            failurePolicy,
            ends,
            new WorkerSlots(capacity, throttle),
            tracing);
    Inabilities inabilities = new Inabilities();
    UnknownTypes unknownTypes = new UnknownTypes(environment, throttle);
    Manager manager =
        new Manager(
            environment,
            throttle,
            unknownTypes,
            capacity,
            fraction::visited,
            inFlightItems,
            holds,
            worker);
    this.scanner =
        new Scanner(
            environment, serial, capacity, throttle, health, inFlightItems, inabilities, manager);
    scanner.scan(clusters, fraction, ranks, shares);
    capacity.whenAvailable(scanner::dispatch);
    health.whenRecovered(scanner::dispatch);
    this.repairs = new PointerRepairs(environment, deployment);
    StrandedSearches stranded = new StrandedSearches(environment);
    this.heartbeats =
        new Heartbeats(
            environment,
            clusters,
            handlers,
            throttle,
            capacity::isStuck,
            inabilities::unread,
            (cluster, live) -> {
              shares.live(cluster.name(), live);
              scanner.unserved().live(cluster.name(), live);
              unknownTypes.live(cluster.name(), live);
              repairs.live(live.size());
              stranded.heard(cluster, live);
              if (!cluster.time().isWaiting()) {
                scanner.heard(cluster);
              }
            });
    this.promises =
        new PromiseReadings(
            environment,
            handlers,
            inFlightItems,
            scanner::seen,
            health,
            new PromiseReadings.Applications(inabilities, scanner.unserved()),
            heartbeats);
    this.shutdown = new Shutdown(environment, scanner, worker, inFlightItems, heartbeats);
    clusters
        .get(0)
        .time()
        .onMove(
            by -> {
              environment.time().clockMoved(by);
              inFlightItems.clockMoved(by);
              scanner.clockMoved();
            });
    environment.executor().whenOver(this::haltForGood);
    environment.time().whenRefused(this::haltForGood);
  }

  /**
   * Halts the consumer as a crash would, and logs it, since an executor or the timer takes no more
   * tasks.
   */
  private void haltForGood(Throwable error) {
    if (!environment.lifeCycle().over()) {
      environment.log().failed("running tasks", "its executor or its timer: it has halted", error);
      shutdown.halt();
    }
  }

  /**
   * A consumer of all clusters of the deployment. Clock, random numbers, executor and timer are
   * those of the first cluster's database unless others are given.
   */
  public static Builder builder(Deployment deployment, Handlers handlers, ConsumerOptions options) {
    return new Builder(deployment, handlers, options);
  }

  /**
   * Begins to take work; returns at once.
   *
   * @throws IllegalStateException when it was started or stopped before
   */
  public void start() {
    if (!environment.lifeCycle().move(Phase.NEW, Phase.RUNNING)) {
      throw new IllegalStateException(
          "consumer "
              + environment.options().id()
              + " is "
              + environment.lifeCycle().phase()
              + ", it can be started once");
    }
    heartbeats.start();
    scanner.start();
    repairs.start();
  }

  /**
   * Stops leasing items, and finishes or gives back the in-flight items within the deadline. An
   * item that could be neither finished nor given back is free for other consumers when its lease
   * ends. None of this counts as a failed attempt.
   *
   * @param deadline from zero to a day
   * @return completes when all items are finished or given back, at the deadline at the latest;
   *     never fails. A second call gives the result of the first
   */
  public CompletableFuture<Void> stop(Duration deadline) {
    if (deadline.isNegative() || deadline.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "stop deadline is " + deadline + ", it must be PT0S to PT24H");
    }
    if (environment.lifeCycle().move(Phase.NEW, Phase.STOPPED)) {
      shutdown.skip();
    } else if (environment.lifeCycle().move(Phase.RUNNING, Phase.STOPPING)) {
      shutdown.begin(deadline);
    }
    return shutdown.stopped();
  }

  public ConsumerStatus status() {
    ConsumerStatus.Load load =
        new ConsumerStatus.Load(
            inFlightItems.visitCount(),
            inFlightItems.itemCount(),
            worker.running(),
            capacity.endings(),
            scanner.sequentialShards(),
            capacity.taken(),
            throttle.taken());
    return new ConsumerStatus(
        environment.options().id(),
        environment.lifeCycle().phase(),
        environment.meters().visits(),
        environment.meters().items(),
        environment.meters().leases(),
        load,
        fraction.current(),
        environment.meters().top().lists(),
        promises.read(clusters));
  }

  /**
   * Stops at once, as a crash would, without finishing or giving back items. Running handlers are
   * cancelled and their outcomes are ignored. For tests and simulation.
   */
  public void halt() {
    shutdown.halt();
  }

  /** Collects what a consumer needs. Not thread-safe. */
  public static final class Builder {
    private final Deployment deployment;
    private final Handlers handlers;
    private final ConsumerOptions options;
    private InstantSource clock;
    private RandomGenerator random;
    private Executor executor;
    private ScheduledExecutorService timer;
    private @Nullable Executor workerExecutor;
    private ConsumerListener listener = new ConsumerListener() {};
    private TracePropagation tracer = TracePropagation.none();
    private ItemScope scope = ItemScope.none();
    private ItemErrorHandler errors = ItemErrorHandler.none();
    private Function<String, System.Logger> loggers = System::getLogger;

    private Builder(Deployment deployment, Handlers handlers, ConsumerOptions options) {
      RecordDatabase database = deployment.clusters().get(0).database();
      this.deployment = deployment;
      this.handlers = handlers;
      this.options = options;
      this.clock = deployment.clusters().get(0).time()::uncorrected;
      this.random = database.random();
      this.executor = database.executor();
      this.timer = database.timer();
    }

    /**
     * The consumer's clock. It should agree with the clocks of other processes, since leases are
     * compared with all of them. While it differs by more than {@link
     * dev.tenure.queue.Clocks#STATED_SKEW}, the consumer corrects it.
     */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    public Builder random(RandomGenerator generator) {
      random = generator;
      return this;
    }

    /** The executor of everything that does not block: coordination and asynchronous handlers. */
    public Builder executor(Executor coordination) {
      executor = coordination;
      return this;
    }

    /** The executor of blocking handlers. It should have a thread for each worker. */
    public Builder workerExecutor(Executor blocking) {
      workerExecutor = blocking;
      return this;
    }

    public Builder timer(ScheduledExecutorService service) {
      timer = service;
      return this;
    }

    public Builder listener(ConsumerListener told) {
      listener = told;
      return this;
    }

    /** The tracer that puts each run into the trace of its producer; none by default. */
    public Builder tracer(TracePropagation propagation) {
      tracer = propagation;
      return this;
    }

    /** The scope that is open while a handler or its effects run; none by default. */
    public Builder itemScope(ItemScope opened) {
      scope = opened;
      return this;
    }

    /**
     * The handler that chooses the outcome of a failed attempt; by default the type's policy
     * decides.
     */
    public Builder errorHandler(ItemErrorHandler handler) {
      errors = handler;
      return this;
    }

    /**
     * The source of the consumer's loggers, by name. The default is {@link
     * System#getLogger(String)}; the JDK may drop lines of such loggers while the process ends.
     */
    public Builder loggers(Function<String, System.Logger> source) {
      loggers = source;
      return this;
    }

    /** A consumer that is not started yet. */
    public Consumer build() {
      InstantSource corrected = deployment.clusters().get(0).time().corrected(clock);
      Loggers named = Loggers.of(loggers);
      ThrottledLog log = new ThrottledLog(options.id(), corrected, named.consumer());
      PersistentExecutor tasks =
          new PersistentExecutor(
              executor, timer, error -> log.failed("a task", "the executor", error));
      Environment environment =
          new Environment(
              options,
              new LifeCycle(),
              tasks,
              workerExecutor,
              new Scheduler(corrected, timer, tasks),
              new RandomSource(random),
              new Meters(),
              new ListenerDispatch(listener, log),
              named,
              log);
      return new Consumer(
          environment, deployment, handlers, new Tracing(tracer, scope, log), errors);
    }
  }
}
