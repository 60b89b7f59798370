package dev.tenure.examples.demo;

import com.apple.foundationdb.Database;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.ClusterOpener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The demo's two embedded clusters below its data directory. */
final class DemoClusters implements AutoCloseable {
  static final Duration COLLECTION_GRACE = Duration.ofSeconds(2);

  private static final List<String> NAMES = List.of("cluster-a", "cluster-b");

  private final List<Database> engines = new ArrayList<>();
  private final Deployment deployment;

  private DemoClusters(Path data, TenureRuntime runtime) {
    RecordMetaData schema = DemoSchema.metaData();
    TenantSchemas schemas = TenantSchemas.of(Map.of("notes", schema, "diary", schema));
    List<QueueCluster> clusters = new ArrayList<>();
    try {
      for (String name : NAMES) {
        Database engine =
            ClusterOpener.open(new ClusterUrl.Embedded(data.resolve(name)), runtime.transactions());
        engines.add(engine);
        RecordDatabase database =
            RecordDatabase.builder(engine)
                .clock(runtime.clock())
                .random(runtime.secrets())
                .executor(runtime.transactions())
                .timer(runtime.timer())
                .build();
        ClusterOptions options = ClusterOptions.named(name).withMinInactive(COLLECTION_GRACE);
        clusters.add(database.join(QueueCluster.open(database, options, schemas)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    deployment = Deployment.of(clusters);
  }

  /**
   * @throws dev.tenure.spring.cluster.ClusterUnavailableException when a directory is locked or damaged
   */
  static DemoClusters open(Path data, TenureRuntime runtime) {
    return new DemoClusters(data, runtime);
  }

  Deployment deployment() {
    return deployment;
  }

  @Override
  public void close() {
    engines.forEach(Database::close);
    engines.clear();
  }
}
