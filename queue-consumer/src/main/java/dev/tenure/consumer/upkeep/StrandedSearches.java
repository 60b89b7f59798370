package dev.tenure.consumer.upkeep;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.stranded.StrandedReport;
import dev.tenure.queue.stranded.StrandedSearch;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Frees the items of consumers that died while their clocks were ahead. The first live consumer by
 * id searches first, then the next, until one of them has found nothing that is left; it deletes
 * the record of the dead consumer. Thread-safe.
 */
public final class StrandedSearches {
  /** The time that each consumer leaves to the one before it. */
  private static final Duration TURN = Duration.ofSeconds(5);

  private static final Duration AGAIN = Duration.ofSeconds(15);

  private final Environment environment;
  private final Map<QueueCluster, Set<String>> searching = new HashMap<>();

  public StrandedSearches(Environment environment) {
    this.environment = environment;
  }

  /**
   * Begins searches for the consumers of the cluster that have died so, as a heartbeat has told.
   */
  public void heard(QueueCluster cluster, List<ConsumerInfo> live) {
    int rank =
        live.stream().map(ConsumerInfo::id).sorted().toList().indexOf(environment.options().id());
    for (ConsumerInfo dead : cluster.consumers().diedAhead()) {
      if (begins(cluster, dead.id())) {
        later(cluster, dead, TURN.multipliedBy(Math.max(0, rank)));
      }
    }
  }

  private synchronized boolean begins(QueueCluster cluster, String id) {
    return searching.computeIfAbsent(cluster, it -> new HashSet<>()).add(id);
  }

  private synchronized void ended(QueueCluster cluster, String id) {
    searching.getOrDefault(cluster, Set.of()).remove(id);
  }

  private void later(QueueCluster cluster, ConsumerInfo dead, Duration delay) {
    environment.time().after(delay, () -> search(cluster, dead));
  }

  private void search(QueueCluster cluster, ConsumerInfo dead) {
    boolean isLeft =
        cluster.consumers().diedAhead().stream().anyMatch(it -> it.id().equals(dead.id()));
    if (!isLeft || !environment.lifeCycle().running()) {
      ended(cluster, dead.id());
      return;
    }
    dead.stranded(environment.time().now())
        .ifPresentOrElse(
            range ->
                environment.whenDone(
                    environment.begin(() -> new StrandedSearch(cluster).run(range)),
                    environment.executor(),
                    (report, error) -> searched(cluster, dead, report, error)),
            () -> ended(cluster, dead.id()));
  }

  private void searched(
      QueueCluster cluster,
      ConsumerInfo dead,
      @Nullable StrandedReport report,
      @Nullable Throwable error) {
    if (error != null) {
      environment.report("looking for items of " + dead.id(), cluster.name(), error);
    }
    if (report == null || !report.isComplete()) {
      later(cluster, dead, AGAIN);
      return;
    }
    environment.whenDone(
        cluster.consumers().forget(dead.id()),
        environment.executor(),
        (left, failed) -> ended(cluster, dead.id()));
  }
}
