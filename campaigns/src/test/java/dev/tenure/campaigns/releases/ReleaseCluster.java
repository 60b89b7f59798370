package dev.tenure.campaigns.releases;

import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.database.RecordDatabase;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/** One cluster on a durable engine in a directory. Closed by its opener. */
final class ReleaseCluster implements AutoCloseable {
  private final EmbeddedDatabase engine;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final InstantSource clock;
  private final SplittableRandom random = new SplittableRandom(1);
  private final RecordDatabase database;
  private final QueueCluster cluster;

  /**
   * Opens the directory, and makes the cluster in an empty one.
   *
   * @param clock of the queues and of the engine, whose versions grow with it
   */
  ReleaseCluster(Path directory, InstantSource clock) {
    this.clock = clock;
    engine = EmbeddedDatabase.open(directory, EmbeddedEnvironment.builder().clock(clock).build());
    database =
        RecordDatabase.builder(engine)
            .clock(clock)
            .random(random.split())
            .executor(threads)
            .timer(threads)
            .build();
    TenantSchemas schemas =
        TenantSchemas.of(Map.of(ReleaseItems.APPLICATION, ReleaseNotes.metaData()));
    cluster = database.join(QueueCluster.open(database, ClusterOptions.named("fixture"), schemas));
  }

  RecordDatabase database() {
    return database;
  }

  QueueCluster cluster() {
    return cluster;
  }

  Deployment deployment() {
    return Deployment.of(List.of(cluster));
  }

  InstantSource clock() {
    return clock;
  }

  SplittableRandom random() {
    return random.split();
  }

  ScheduledExecutorService threads() {
    return threads;
  }

  <T> T join(CompletableFuture<T> future) {
    return database.join(future);
  }

  /** Runs a transaction in the tenant's store. */
  <T> T run(TenantId tenant, Function<TenantTransaction, CompletableFuture<T>> body) {
    return join(cluster.run(tenant, body));
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
