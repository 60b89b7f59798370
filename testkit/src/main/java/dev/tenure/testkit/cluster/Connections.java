package dev.tenure.testkit.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.concurrent.CompletableFuture;

/**
 * Opens one cluster on a simulated engine for simulated processes. Belongs to the thread of the
 * scheduler.
 */
public final class Connections {
  private final SimulatedEngine engine;
  private final ClusterOptions options;
  private final TenantSchemas schemas;
  private int made;

  public Connections(SimulatedEngine engine, ClusterOptions options, TenantSchemas schemas) {
    this.engine = engine;
    this.options = options;
    this.schemas = schemas;
  }

  /** The cluster as the process sees it, with the clock, executor and timer of the process. */
  public CompletableFuture<QueueCluster> open(SimulatedProcess process) {
    return open(process, engine.connect(process));
  }

  /**
   * As {@link #open(SimulatedProcess)}, on another database.
   *
   * @param around wraps the database of the process, for example to record its transactions
   */
  public CompletableFuture<QueueCluster> open(SimulatedProcess process, Database around) {
    return open(process, around, options.shards(), schemas);
  }

  /**
   * As {@link #open(SimulatedProcess, Database)}, with shards and schemas that only this process
   * has.
   */
  public CompletableFuture<QueueCluster> open(
      SimulatedProcess process, Database around, int shards, TenantSchemas own) {
    RecordDatabase database =
        RecordDatabase.builder(around)
            .clock(process.clock())
            .random(process.random())
            .executor(process.executor())
            .timer(process.timer())
            .joiner(engine.scheduler())
            .commitMarkers(
                CommitMarkerOptions.of(
                    new ClusterKeys(options.root()).commitMarkers(), process.name() + "/" + made++))
            .build();
    return QueueCluster.open(database, options.withShards(shards), own);
  }

  /**
   * A builder of a consumer in the process. The caller may give it a listener, builds it and starts
   * it.
   */
  public static Consumer.Builder consumer(
      SimulatedProcess process,
      Deployment deployment,
      Handlers handlers,
      ConsumerOptions consumerOptions) {
    return Consumer.builder(deployment, handlers, consumerOptions)
        .clock(process.clock())
        .random(process.random())
        .executor(process.executor())
        .workerExecutor(process.blockingExecutor())
        .timer(process.timer());
  }
}
