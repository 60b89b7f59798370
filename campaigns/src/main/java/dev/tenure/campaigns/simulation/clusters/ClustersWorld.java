package dev.tenure.campaigns.simulation.clusters;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.FirstViolation;
import dev.tenure.campaigns.simulation.run.Links;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** One run's scheduler, clusters and faults, and how a process connects. */
final class ClustersWorld extends FirstViolation {
  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final long TASKS_MAX = 3_000_000;
  private static final Duration SHARD_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(4);

  final ClustersPlan plan;
  final DeterministicScheduler scheduler;
  final EdgeCounts edges = new EdgeCounts();
  final EngineFaults faults;
  final SimulatedEngine engine;
  final Links links = new Links();
  final MovedWork work;
  final List<TenantId> tenants = new ArrayList<>();

  /** Whether nobody begins anything any more. */
  boolean ending;

  private final List<ClusterOptions> clusters = new ArrayList<>();
  private final List<Connections> connections = new ArrayList<>();

  ClustersWorld(ClustersPlan plan) {
    this.plan = plan;
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(plan.seed())
                .withTaskCostMax(TASK_COST_MAX)
                .withTasksMax(TASKS_MAX));
    this.faults =
        new EngineFaults(
            new FaultRates(0.02, 0.005, 0.02, 0.02, 0.1, 0.02, 0.05, 0, plan.delayMax()),
            scheduler.random("faults"),
            fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.work = new MovedWork(this);
    for (String name : plan.clusters()) {
      ClusterOptions options =
          ClusterOptions.named(name)
              .withRoot(new Subspace(new byte[] {'Z', (byte) name.charAt(0)}))
              .withMinInactive(MIN_INACTIVE);
      clusters.add(options);
      connections.add(new Connections(engine, options, TenantSchemas.same(MovedWork.META_DATA)));
    }
    for (int number = 0; number < plan.tenants(); number++) {
      tenants.add(new TenantId("mail", "tenant" + number));
    }
  }

  /** A new process, with a clock that may be off. */
  SimulatedProcess startProcess(String name) {
    SimulatedProcess process = scheduler.process(name);
    long skewMax = plan.skewMax().toMillis();
    if (skewMax > 0 && !ending) {
      process.setSkew(Duration.ofMillis(process.random().nextLong(-skewMax, skewMax + 1)));
    }
    return process;
  }

  /** The directory as a process sees it, with a deployment of all clusters. */
  CompletableFuture<TenantDirectory> connect(SimulatedProcess process) {
    DirectoryOptions options =
        DirectoryOptions.on(plan.clusters().subList(0, 2))
            .withMillis(() -> scheduler.elapsed().toMillis());
    return AsyncLoop.all(
            IntStream.range(0, clusters.size()).mapToObj(i -> open(process, i)).toList())
        .thenApply(
            all ->
                TenantDirectory.of(
                    Deployment.of(all),
                    options,
                    DirectoryShards.inRecordStores(
                        RecordShardOptions.defaults().withTimeout(SHARD_TIMEOUT))));
  }

  private CompletableFuture<QueueCluster> open(SimulatedProcess process, int cluster) {
    Database database =
        engine.connect(process, links.connect(process.name(), clusters.get(cluster).name()));
    return connections.get(cluster).open(process, database);
  }
}
