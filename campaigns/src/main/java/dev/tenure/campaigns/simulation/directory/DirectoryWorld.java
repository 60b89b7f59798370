package dev.tenure.campaigns.simulation.directory;

import com.apple.foundationdb.Database;
import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.Placement;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One run's scheduler, engine and faults, and how a process connects to clusters and shards. */
final class DirectoryWorld extends TenantsWorld {
  static final List<String> KINDS = List.of("email", "handle");

  private static final long TASKS_MAX = 1_000_000;
  private static final List<String> APPLICATIONS = List.of("mail", "photos");

  final DirectoryPlan plan;
  final Outage outage;
  final List<SecondaryKey> keys = new ArrayList<>();

  /** Whether the list of clusters names the directory and every tenant has an entry. */
  boolean adopted;

  /** Whether all faults are over, and no answer may be late. */
  boolean calm;

  private int made;

  DirectoryWorld(DirectoryPlan plan) {
    super(
        plan.seed(),
        TASKS_MAX,
        plan.delayMax(),
        plan.skewMax(),
        plan.clusters(),
        'Y',
        Duration.ZERO);
    this.plan = plan;
    this.outage = new Outage(this);
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
