package dev.tenure.bench.fleet;

import dev.tenure.consumer.Consumer;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;

/** One process of a {@link ModelledFleet}, and the cluster as it sees it. */
public final class Site {
  private final SimulatedProcess process;
  private final QueueCluster cluster;
  private final MemoryMeters meters;
  private final Connection connection;

  Site(SimulatedProcess process, QueueCluster cluster, MemoryMeters meters, Connection connection) {
    this.process = process;
    this.cluster = cluster;
    this.meters = meters;
    this.connection = connection;
  }

  public SimulatedProcess process() {
    return process;
  }

  public QueueCluster cluster() {
    return cluster;
  }

  /** What this process's transactions did, by the name of their run. */
  public MemoryMeters meters() {
    return meters;
  }

  /** How long its client thread has worked so far. */
  public Duration clientBusy() {
    return Duration.ofNanos(connection.client().busy());
  }

  /** A consumer in this process, started. */
  public Consumer start(ConsumerOptions options, Handlers handlers, ConsumerListener listener) {
    Consumer consumer =
        Connections.consumer(process, Deployment.of(List.of(cluster)), handlers, options)
            .listener(listener)
            .build();
    consumer.start();
    return consumer;
  }
}
