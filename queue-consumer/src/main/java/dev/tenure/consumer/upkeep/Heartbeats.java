package dev.tenure.consumer.upkeep;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Announces on each cluster that this consumer is live, and reads which other consumers are. A new
 * consumer sends heartbeats more often, so that consumers which start together soon know one
 * another.
 */
public final class Heartbeats {
  private static final Duration FIRST = Duration.ofMillis(100);

  private final Environment environment;
  private final List<QueueCluster> clusters;
  private final Handlers handlers;
  private final Throttle throttle;
  private final BooleanSupplier stuck;
  private final BiFunction<String, Instant, Set<String>> unread;
  private final BiConsumer<QueueCluster, List<ConsumerInfo>> told;
  private final Instant startedAt;
  private final ExponentialBackoff intervals;
  private final Map<String, Instant> answeredAt = new ConcurrentHashMap<>();

  /**
   * @param stuck whether no worker of this consumer becomes free
   * @param unread the applications of a cluster of which this consumer could not open a store
   *     lately
   * @param told is given the live consumers of a cluster after each heartbeat; the cluster may have
   *     more shards than before
   */
  public Heartbeats(
      Environment environment,
      List<QueueCluster> clusters,
      Handlers handlers,
      Throttle throttle,
      BooleanSupplier stuck,
      BiFunction<String, Instant, Set<String>> unread,
      BiConsumer<QueueCluster, List<ConsumerInfo>> told) {
    this.environment = environment;
    this.clusters = clusters;
    this.handlers = handlers;
    this.throttle = throttle;
    this.stuck = stuck;
    this.unread = unread;
    this.told = told;
    this.startedAt = environment.time().now();
    this.intervals = new ExponentialBackoff(FIRST, environment.options().heartbeat());
  }

  public void start() {
    Instant now = environment.time().now();
    clusters.forEach(cluster -> answeredAt.put(cluster.name(), now));
    clusters.forEach(cluster -> beat(cluster, 1));
  }

  /** The time until the next heartbeat doubles with the number of this one, up to the interval. */
  private void beat(QueueCluster cluster, int number) {
    if (!environment.lifeCycle().running()) {
      return;
    }
    Instant now = environment.time().now();
    ConsumerInfo self =
        new ConsumerInfo(
                environment.options().id(),
                startedAt,
                now,
                handlers.versions(),
                throttle.fullTypes())
            .withUnreadApplications(unread.apply(cluster.name(), now))
            .withServed(environment.options().applications())
            .withItemLease(environment.options().itemLease());
    environment.whenDone(
        cluster.consumers().heartbeat(stuck.getAsBoolean() ? self.stuck() : self),
        environment.executor(),
        (live, error) -> beaten(cluster, number, live, error));
  }

  private void beaten(
      QueueCluster cluster,
      int number,
      @Nullable List<ConsumerInfo> live,
      @Nullable Throwable error) {
    if (live != null) {
      answeredAt.put(cluster.name(), environment.time().now());
      told.accept(cluster, live);
    }
    if (error != null) {
      environment.report("a heartbeat", cluster.name(), error);
    }
    environment.time().after(intervals.after(number), () -> beat(cluster, number + 1));
  }

  /**
   * The time since the cluster last answered a heartbeat, or since the start; zero before the
   * start.
   */
  public Duration sinceAnswer(String cluster) {
    Instant now = environment.time().now();
    Duration since = Duration.between(answeredAt.getOrDefault(cluster, now), now);
    return since.isNegative() ? Duration.ZERO : since;
  }

  /** Removes this consumer from the live consumers of all clusters; the future never fails. */
  public CompletableFuture<Void> leave() {
    CompletableFuture<?>[] left =
        clusters.stream()
            .map(
                cluster ->
                    cluster
                        .consumers()
                        .leave(environment.options().id())
                        .exceptionally(error -> null))
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(left);
  }
}
