package dev.tenure.consumer;

import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says on each cluster that this consumer is live, and hears which others are. */
final class Heartbeats {
  private final Environment environment;
  private final List<QueueCluster> clusters;
  private final Set<String> types;
  private final Ranks ranks;
  private final Consumer<QueueCluster> refreshed;
  private final Instant startedAt;

  /**
   * @param refreshed told of a cluster of which more may be known than before
   */
  Heartbeats(
      Environment environment,
      List<QueueCluster> clusters,
      Set<String> types,
      Ranks ranks,
      Consumer<QueueCluster> refreshed) {
    this.environment = environment;
    this.clusters = clusters;
    this.types = types;
    this.ranks = ranks;
    this.refreshed = refreshed;
    this.startedAt = environment.deadlines().now();
  }

  void start() {
    clusters.forEach(this::beat);
  }

  private void beat(QueueCluster cluster) {
    if (!environment.lifeCycle().running()) {
      return;
    }
    Instant now = environment.deadlines().now();
    ConsumerInfo self = new ConsumerInfo(environment.options().id(), startedAt, now, types);
    environment.whenDone(
        cluster.consumers().heartbeat(self).thenCompose(done -> cluster.consumers().live()),
        environment.executor(),
        (live, error) -> beaten(cluster, live, error));
  }

  private void beaten(
      QueueCluster cluster, @Nullable List<ConsumerInfo> live, @Nullable Throwable error) {
    if (live != null) {
      ranks.live(cluster.name(), live.stream().map(ConsumerInfo::id).toList());
      refreshed.accept(cluster);
    }
    if (error != null) {
      environment.complaints().about("a heartbeat", cluster.name(), error);
    }
    environment.deadlines().after(environment.options().heartbeat(), () -> beat(cluster));
  }

  /** Takes leave everywhere; never fails. */
  CompletableFuture<Void> leave() {
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
