package dev.tenure.bench.fleet;

import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.MemoryMeters;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * One cluster on the engine in memory in real time, and processes that use it, which share as many
 * threads as there are processors. The caller halts the consumers that it started, and closes the
 * fleet.
 */
public final class RealFleet implements AutoCloseable {
  private final EmbeddedDatabase engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(Runtime.getRuntime().availableProcessors());
  private final SplittableRandom random;
  private final ClusterOptions options;

  /** An empty cluster. */
  public RealFleet(long seed, ClusterOptions options) {
    this.random = new SplittableRandom(seed);
    this.options = options;
  }

  /** A new process. */
  public Site open(String name) {
    MemoryMeters meters = new MemoryMeters();
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(random.split())
            .executor(threads)
            .timer(threads)
            .meters(meters)
            .commitMarkers(
                CommitMarkerOptions.of(new ClusterKeys(options.root()).commitMarkers(), name))
            .build();
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    QueueCluster cluster = QueueCluster.open(database, options, TenantSchemas.same(schema)).join();
    SplittableRandom ofConsumers = random.split();
    return new Site(
        cluster,
        meters,
        threads,
        random.split(),
        () -> 0,
        (deployment, handlers, settings) ->
            Consumer.builder(deployment, handlers, settings).random(ofConsumers.split()));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    engine.close();
  }
}
