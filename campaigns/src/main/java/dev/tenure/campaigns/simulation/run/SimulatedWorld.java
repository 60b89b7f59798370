package dev.tenure.campaigns.simulation.run;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.reading.HistoryKeeper;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.FirstViolation;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.queue.pointer.PointerMeters;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One run's scheduler, engine, faults and ledger, and how a process connects to them. */
public final class SimulatedWorld extends FirstViolation {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final long TASKS_MAX = 20_000_000;

  private static final TenantSchemas SCHEMAS = TenantSchemas.same(Application.META_DATA);

  private static final List<PointerLeasing> LEASINGS = List.of(PointerLeasing.values());

  public final SimulationOptions options;
  public final DeterministicScheduler scheduler;
  public final EngineFaults faults;
  public final EdgeCounts edges = new EdgeCounts();
  public final Ledger ledger = new Ledger();
  public final SimulatedEngine engine;
  public final List<ClusterOptions> clusterOptions = new ArrayList<>();
  public final List<TenantId> tenants = new ArrayList<>();
  private final List<QueueCluster> opened = new ArrayList<>();
  private final List<Connections> connections = new ArrayList<>();
  private final SplittableRandom reshardings;
  private int shards;
  private Optional<HistoryKeeper> history = Optional.empty();
  private long aheadMillisMax;

  public SimulatedWorld(SimulationOptions options) {
    this.options = options;
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(options.seed())
                .withOrder(order(options.schedule()))
                .withTaskCostMax(TASK_COST_MAX)
                .withTasksMax(TASKS_MAX));
    this.faults =
        new EngineFaults(
            options.faults(),
            scheduler.random("faults"),
            fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.reshardings = scheduler.random("reshardings");
    this.shards = 1 + reshardings.nextInt(options.fleet().shards());
    SplittableRandom leasings = scheduler.random("pointer leasing");
    SplittableRandom visitLeases = scheduler.random("leases of visits");
    for (int number = 0; number < options.fleet().clusters(); number++) {
      ClusterOptions cluster =
          ClusterOptions.named("simulated-" + number)
              .withRoot(new Subspace(new byte[] {'T', (byte) ('0' + number)}))
              .withMinInactive(options.times().minInactive())
              .withLeasing(LEASINGS.get(leasings.nextInt(LEASINGS.size())))
              .withVisitLeases(visitLeases.nextBoolean());
      clusterOptions.add(cluster);
      connections.add(new Connections(engine, cluster, SCHEMAS));
    }
    for (int number = 0; number < options.fleet().tenants(); number++) {
      tenants.add(new TenantId(number % 2 == 0 ? "mail" : "photos", "user-" + number));
    }
  }

  private static SchedulerOptions.Order order(Schedule schedule) {
    return switch (schedule) {
      case UNIFORM -> SchedulerOptions.Order.RANDOM;
      case ADVERSARIAL -> SchedulerOptions.Order.PRIORITY;
    };
  }

  /** Starts the faults of the engine, and those that the schedule adds. */
  public void beginFaults() {
    faults.set(true);
    if (options.schedule() == Schedule.ADVERSARIAL) {
      List<Subspace> entries =
          clusterOptions.stream().map(cluster -> ClusterLayout.entries(cluster.root())).toList();
      faults.holding(new PointerHolds(entries, scheduler.random("holds")));
    }
  }

  /** A new process, with a clock that may be off. */
  public SimulatedProcess startProcess(String name) {
    SimulatedProcess process = scheduler.process(name);
    long skewMax = options.times().skewMax().toMillis();
    if (skewMax > 0) {
      long ahead = process.random().nextLong(-skewMax, skewMax + 1);
      process.setSkew(Duration.ofMillis(ahead));
      aheadMillisMax = Math.max(aheadMillisMax, ahead);
    }
    return process;
  }

  /** How far the fastest clock of any process so far is ahead; at least zero. */
  public Duration clockAheadMax() {
    return Duration.ofMillis(aheadMillisMax);
  }

  /** The clusters as the process sees them; now and then with another number of shards. */
  public CompletableFuture<Deployment> connect(SimulatedProcess process) {
    return connect(process, SCHEMAS);
  }

  /** As {@link #connect(SimulatedProcess)}, where the process may not know every schema. */
  public CompletableFuture<Deployment> connect(SimulatedProcess process, TenantSchemas schemas) {
    int shardsNow = shardsNow();
    Database database = recorded(engine.connect(process));
    return AsyncLoop.all(
            connections.stream()
                .map(cluster -> cluster.open(process, database, shardsNow, schemas))
                .toList())
        .thenApply(
            all -> {
              opened.addAll(all);
              return Deployment.of(all);
            });
  }

  private int shardsNow() {
    int most = options.fleet().shards();
    if (most > 1 && reshardings.nextInt(4) == 0) {
      int before = shards;
      shards = 1 + reshardings.nextInt(most);
      if (shards != before) {
        edges.hit(Edge.RESHARDED);
      }
    }
    return shards;
  }

  /** Records what new connections do from now on, if the options say so. */
  public void record() {
    history = options.recorded() ? Optional.of(HistoryKeeper.of(engine)) : Optional.empty();
  }

  private Database recorded(Database database) {
    return history.map(keeper -> keeper.record(database)).orElse(database);
  }

  /** Checks that the recorded history is strictly serializable. */
  public void checkHistory() {
    history.ifPresent(keeper -> keeper.check(true));
  }

  public TenantId anyTenant(SplittableRandom random) {
    return tenants.get(random.nextInt(tenants.size()));
  }

  /**
   * Accepts the error of a transaction that gave up after many attempts, and reports any other
   * error as a violation.
   */
  public void expectGivingUp(String who, Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof InvariantViolation) {
      report(cause);
    } else if (!(cause instanceof RecordLayerException failed && failed.retryable())
        && !(cause instanceof QueueException late && late.retryable())
        && !(cause instanceof FDBException met && FdbErrorPredicates.retryable(met))) {
      report(new InvariantViolation(who + " met " + cause, error));
    }
  }

  /** Runs on this world to the end or to the first violation, and reports the result. */
  public SimulationReport report(World kind, Runnable run) {
    Runnable metered =
        () -> {
          try {
            run.run();
          } finally {
            addMeters();
          }
        };
    return SimulationReport.of(kind, options.seed(), metered, edges, scheduler, faults);
  }

  /** Adds to the edges what the protocol counted in every process there ever was. */
  private void addMeters() {
    for (QueueCluster cluster : opened) {
      PointerMeters.Reading reading = cluster.meters().read();
      edges.add(Edge.POINTER_MADE, reading.created());
      edges.add(Edge.POINTER_COLLECTED, reading.collected());
      edges.add(Edge.POINTER_SLEPT, reading.slept());
      edges.add(Edge.SLEEP_CONFIRMED, reading.confirmed());
      edges.add(Edge.NUDGED, reading.nudged());
      edges.add(Edge.NUDGED_AFTER_COMMIT, reading.lateNudges());
      edges.add(Edge.VISIT_CONFLICT, reading.visitConflicts());
    }
  }
}
