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

  /** Builds the consumers of a process. */
  interface Builders {
    Consumer.Builder builder(Deployment deployment, Handlers handlers, ConsumerOptions options);
  }

  /**
   * @param random the random numbers of this process alone; used by one thread at a time
   * @param clientNanos gives the time that the client thread has worked so far
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

  /** The counts and times of this process's transactions, by the name of their run. */
  public MemoryMeters meters() {
    return meters;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  /** A random number from zero to {@code bound}, exclusive. */
  public long random(long bound) {
    synchronized (random) {
      return random.nextLong(bound);
    }
  }

  /** The time that the client thread has worked so far; zero when that is not modelled. */
  public Duration clientBusy() {
    return Duration.ofNanos(clientNanos.getAsLong());
  }

  /** Starts a consumer in this process. */
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
