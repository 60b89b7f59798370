package dev.tenure.bench.fleet;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.meter.MemoryMeters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** One process of a {@link ModelledFleet} or a {@link RealFleet}, and the cluster as it sees it. */
public final class Site {
  private final QueueCluster cluster;
  private final MemoryMeters meters;
  private final ScheduledExecutorService timer;
  private final RandomGenerator random;
  private final LongSupplier clientNanos;
  private final Builders builders;

  /** How its consumers are built. */
  interface Builders {
    Consumer.Builder builder(Deployment deployment, Handlers handlers, ConsumerOptions options);
  }

  /**
   * @param random of this process alone; used by one thread at a time
   * @param clientNanos how long its client thread has worked so far
   */
  Site(
      QueueCluster cluster,
      MemoryMeters meters,
      ScheduledExecutorService timer,
      RandomGenerator random,
      LongSupplier clientNanos,
      Builders builders) {
    this.cluster = cluster;
    this.meters = meters;
    this.timer = timer;
    this.random = random;
    this.clientNanos = clientNanos;
    this.builders = builders;
  }

  public QueueCluster cluster() {
    return cluster;
  }

  /** What this process's transactions did, by the name of their run. */
  public MemoryMeters meters() {
    return meters;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  /** Zero to {@code bound} exclusive, at random. */
  public long random(long bound) {
    synchronized (random) {
      return random.nextLong(bound);
    }
  }

  /** How long its client thread has worked so far; zero where that is not modelled. */
  public Duration clientBusy() {
    return Duration.ofNanos(clientNanos.getAsLong());
  }

  /** A consumer in this process, started. */
  public Consumer start(ConsumerOptions options, Handlers handlers, ConsumerListener listener) {
    Consumer consumer =
        builders
            .builder(Deployment.of(List.of(cluster)), handlers, options)
            .listener(listener)
            .build();
    consumer.start();
    return consumer;
  }
}
