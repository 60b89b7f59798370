package dev.tenure.bench.fleet;

import dev.tenure.consumer.Consumer;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.LaneOptions;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * One cluster on the engine in memory in real time, with as many threads as there are processors.
 * Closed by whoever made it.
 */
public final class RealFleet implements AutoCloseable {
  private final EmbeddedDatabase engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(Runtime.getRuntime().availableProcessors());
  private final SplittableRandom random;
  private final QueueCluster cluster;
  private @Nullable Consumer consumer;

  /** An empty cluster, on which nothing is consumed yet. */
  public RealFleet(long seed) {
    random = new SplittableRandom(seed);
    ClusterOptions options = ClusterOptions.named("real");
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(random.split())
            .executor(threads)
            .timer(threads)
            .lanes(LaneOptions.of(new ClusterKeys(options.root()).lanes(), "process"))
            .build();
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    cluster = QueueCluster.open(database, options, TenantSchemas.same(schema)).join();
  }

  public QueueCluster cluster() {
    return cluster;
  }

  /** Starts the one consumer. */
  public void start(ConsumerOptions options, Handlers handlers, ConsumerListener listener) {
    Consumer started =
        Consumer.builder(Deployment.of(List.of(cluster)), handlers, options)
            .random(random.split())
            .listener(listener)
            .build();
    consumer = started;
    started.start();
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.halt();
    }
    threads.shutdownNow();
    engine.close();
  }
}
