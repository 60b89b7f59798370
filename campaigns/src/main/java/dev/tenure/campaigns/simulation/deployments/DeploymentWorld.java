package dev.tenure.campaigns.simulation.deployments;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.FirstViolation;
import dev.tenure.campaigns.simulation.run.Links;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One run's scheduler, engine and faults, and how a process connects to the clusters. */
final class DeploymentWorld extends FirstViolation {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final long TASKS_MAX = 400_000;
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(4);

  /** Longer than anything takes that was held up. */
  private static final Duration AFTERMATH = Duration.ofSeconds(15);

  private static final FaultRates FAULTS =
      new FaultRates(0.02, 0, 0.01, 0.01, 0.05, 0.01, 0.05, 0, Duration.ofMillis(50));

  final DeploymentPlan plan;
  final DeterministicScheduler scheduler;
  final EdgeCounts edges = new EdgeCounts();
  final EngineFaults faults;
  final SimulatedEngine engine;
  final Links links = new Links();
  final HandlerCalls attempts = new HandlerCalls();
  final List<ClusterOptions> clusters = new ArrayList<>();
  final List<TenantId> tenants = new ArrayList<>();
  private final Map<TenantId, String> clusterByTenant = new HashMap<>();
  private final Map<String, Instant> disturbedUntil = new HashMap<>();
  private final Set<TenantId> deleted = new HashSet<>();

  DeploymentWorld(DeploymentPlan plan) {
    this.plan = plan;
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(plan.seed())
                .withTaskCostMax(TASK_COST_MAX)
                .withTasksMax(TASKS_MAX));
    this.faults =
        new EngineFaults(
            FAULTS, scheduler.random("faults"), fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    SplittableRandom visitLeases = scheduler.random("leases of visits at first");
    for (int number = 0; number < plan.clusters(); number++) {
      clusters.add(
          ClusterOptions.named("cluster-" + number)
              .withRoot(new Subspace(new byte[] {'D', (byte) ('0' + number)}))
              .withMinInactive(MIN_INACTIVE)
              .withVisitLeases(!plan.earlierTenure() && visitLeases.nextBoolean()));
    }
    for (int number = 0; number < plan.tenants(); number++) {
      List<String> applications = DeploymentPlan.APPLICATIONS;
      tenants.add(new TenantId(applications.get(number % applications.size()), "user-" + number));
    }
  }

  /** The kind of a tenant, which decides what items it has. */
  TenantKind kindOf(TenantId tenant) {
    int number = tenants.indexOf(tenant);
    if (number % 4 == 1 || number % 4 == 2) {
      return plan.has(Trouble.POISON) ? TenantKind.POISONED : TenantKind.GOOD;
    }
    return number % 4 == 3 && plan.has(Trouble.SLOW_EFFECTS) ? TenantKind.SLOW : TenantKind.GOOD;
  }

  /** Notes that a tenant was created on a cluster. */
  void placed(TenantId tenant, String cluster) {
    clusterByTenant.put(tenant, cluster);
  }

  List<TenantId> tenantsOn(String cluster) {
    return tenants.stream().filter(tenant -> cluster.equals(clusterByTenant.get(tenant))).toList();
  }

  /** Notes that the tenant may be deleted from now on. */
  void delete(TenantId tenant) {
    deleted.add(tenant);
  }

  boolean isDeleted(TenantId tenant) {
    return deleted.contains(tenant);
  }

  /**
   * Notes that a consumer cannot work for a while, so that its handlers may exceed their bounds.
   */
  void disturb(String consumer, Duration lasting) {
    Instant until = scheduler.now().plus(lasting).plus(AFTERMATH);
    disturbedUntil.merge(consumer, until, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** Whether the holder of an item has lately been kept from its work. */
  boolean wasDisturbed(ItemRow row) {
    String holder = row.item().getLeasedBy();
    String name = holder.substring(0, Math.max(0, holder.lastIndexOf('.')));
    return scheduler.now().isBefore(disturbedUntil.getOrDefault(name, Instant.MIN));
  }

  /** What kinds of items a tenant has. */
  enum TenantKind {
    GOOD,
    SLOW,
    POISONED
  }

  /** A new process, with a clock that may be off. */
  SimulatedProcess startProcess(String name) {
    SimulatedProcess process = scheduler.process(name);
    long skewMax = plan.skewMax().toMillis();
    if (skewMax > 0) {
      process.setSkew(Duration.ofMillis(process.random().nextLong(-skewMax, skewMax + 1)));
    }
    return process;
  }

  /** All clusters as a process of that release sees them. */
  CompletableFuture<Deployment> connect(SimulatedProcess process, Release release) {
    return AsyncLoop.all(clusters.stream().map(options -> open(process, options, release)).toList())
        .thenApply(Deployment::of);
  }

  /** As {@link #connect}, by a process of the newest release for all applications. */
  void connectNewest(SimulatedProcess process, Consumer<Deployment> begin, Runnable again) {
    var unused =
        connect(process, new Release(DeploymentPlan.APPLICATIONS, Release.NEW))
            .whenComplete(
                (deployment, error) -> {
                  if (error == null) {
                    begin.accept(deployment);
                  } else {
                    again.run();
                  }
                });
  }

  private CompletableFuture<QueueCluster> open(
      SimulatedProcess process, ClusterOptions options, Release release) {
    RecordDatabase database =
        RecordDatabase.builder(
                engine.connect(process, links.connect(process.name(), options.name())))
            .clock(process.clock())
            .random(process.random())
            .executor(process.executor())
            .timer(process.timer())
            .joiner(scheduler)
            .commitMarkers(
                CommitMarkerOptions.of(
                    new ClusterKeys(options.root()).commitMarkers(), process.name() + "/0"))
            .contentFormatMax(release.contentFormatMax())
            .build();
    return QueueCluster.open(database, options, Schemas.of(release));
  }

  /** Whether the process's clock is no further off than stated. */
  static boolean hasStatedClock(SimulatedProcess process) {
    return process.skew().abs().compareTo(DeploymentPlan.STATED_SKEW) <= 0;
  }
}
