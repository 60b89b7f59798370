package dev.tenure.campaigns.simulation.directory;

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
import dev.tenure.queue.directory.Placement;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.SecondaryKey;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** One run's scheduler, engine and faults, and how a process connects to clusters and shards. */
final class DirectoryWorld extends FirstViolation {
  static final List<String> KINDS = List.of("email", "handle");
  static final TenantSchemas SCHEMAS = TenantSchemas.same(TenantWork.META_DATA);

  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final long TASKS_MAX = 1_000_000;
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(4);
  private static final List<String> APPLICATIONS = List.of("mail", "photos");

  final DirectoryPlan plan;
  final DeterministicScheduler scheduler;
  final EdgeCounts edges = new EdgeCounts();
  final EngineFaults faults;
  final SimulatedEngine engine;
  final Links links = new Links();
  final Outage outage;
  final List<ClusterOptions> clusters = new ArrayList<>();
  final List<TenantId> tenants = new ArrayList<>();
  final List<SecondaryKey> keys = new ArrayList<>();

  /** Whether the list of clusters names the directory and every tenant has an entry. */
  boolean adopted;

  /** Whether nobody begins anything any more. */
  boolean ending;

  /** Whether all faults are over, and no answer may be late. */
  boolean calm;

  private final List<Connections> connections = new ArrayList<>();
  private int made;

  DirectoryWorld(DirectoryPlan plan) {
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
    this.outage = new Outage(this);
    for (String name : plan.clusters()) {
      ClusterOptions options =
          ClusterOptions.named(name)
              .withRoot(new Subspace(new byte[] {'Y', (byte) name.charAt(0)}))
              .withMinInactive(MIN_INACTIVE);
      clusters.add(options);
      connections.add(new Connections(engine, options, SCHEMAS));
    }
    for (int number = 0; number < plan.tenants(); number++) {
      tenants.add(new TenantId(APPLICATIONS.get(number % 2), "tenant" + number));
    }
    for (int number = 0; number < plan.emails(); number++) {
      for (String kind : KINDS) {
        keys.add(new SecondaryKey(kind, kind + "-of-" + number));
      }
    }
  }

  /** The name of the connection to the shard that a cluster carries. */
  static String shard(String cluster) {
    return "shard of " + cluster;
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

  /** The clusters as a process without a directory sees them. */
  CompletableFuture<Office> connectPlain(SimulatedProcess process) {
    return deployment(process).thenApply(all -> new Office(all, Optional.empty()));
  }

  /** Clusters and directory as a process sees them. */
  CompletableFuture<Office> connect(SimulatedProcess process) {
    DirectoryShards shards = shards(process);
    return deployment(process)
        .thenApply(
            all -> {
              TenantDirectory directory = TenantDirectory.of(all, options(process), shards);
              return new Office(
                  directory.deployment(), Optional.of(new Office.Desk(directory, all, shards)));
            });
  }

  private DirectoryOptions options(SimulatedProcess process) {
    // Other than hashing, so that a tenant that is created again may lie elsewhere.
    Placement anywhere =
        (tenant, details, deployment) -> {
          List<QueueCluster> all = deployment.clusters();
          return CompletableFuture.completedFuture(all.get(process.random().nextInt(all.size())));
        };
    return DirectoryOptions.on(plan.shards())
        .withKeys(KINDS)
        .withPlacement(anywhere)
        .withRoutesMax(plan.routesMax())
        .withMillis(() -> scheduler.elapsed().toMillis());
  }

  private CompletableFuture<Deployment> deployment(SimulatedProcess process) {
    return AsyncLoop.all(
            IntStream.range(0, clusters.size()).mapToObj(i -> open(process, i)).toList())
        .thenApply(Deployment::of);
  }

  private CompletableFuture<QueueCluster> open(SimulatedProcess process, int cluster) {
    String name = clusters.get(cluster).name();
    Database database = engine.connect(process, links.connect(process.name(), name));
    return connections.get(cluster).open(process, database);
  }

  /** The shards on connections of their own, so that they can be away while clusters are not. */
  private DirectoryShards shards(SimulatedProcess process) {
    DirectoryShards stored =
        DirectoryShards.inRecordStores(
            RecordShardOptions.defaults().withTimeout(DirectoryPlan.SHARD_TIMEOUT));
    List<QueueCluster> carriers = clusters.stream().map(each -> carrier(process, each)).toList();
    return new DirectoryShards() {
      @Override
      public DataShard data(QueueCluster cluster) {
        return stored.data(of(cluster));
      }

      @Override
      public IndexShard index(QueueCluster cluster) {
        return stored.index(of(cluster));
      }

      private QueueCluster of(QueueCluster cluster) {
        return carriers.stream()
            .filter(each -> each.name().equals(cluster.name()))
            .findFirst()
            .orElseThrow();
      }
    };
  }

  private QueueCluster carrier(SimulatedProcess process, ClusterOptions options) {
    Database database =
        engine.connect(process, links.connect(process.name(), shard(options.name())));
    RecordDatabase.Builder builder =
        RecordDatabase.builder(database)
            .clock(process.clock())
            .random(process.random())
            .executor(process.executor())
            .timer(process.timer())
            .joiner(scheduler);
    if (plan.markers()) {
      builder.commitMarkers(
          CommitMarkerOptions.of(
              new ClusterKeys(options.root()).commitMarkers(), process.name() + "/d" + made++));
    }
    return QueueCluster.unopened(builder.build(), options, SCHEMAS);
  }
}
