package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.spring.ConsumerStatusSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of this process. It is down when a cluster is down, or a consumer neither runs nor is
 * paused; unknown before the first sample of the clusters; and out of bound while one of the
 * promises in docs/operating-a-fleet.md is broken, which does not make the application down. It
 * sends no request to a cluster, so it never hangs.
 */
public final class TenureHealthIndicator implements HealthIndicator {
  static final String OUT_OF_BOUND = "OUT_OF_BOUND";

  private final List<ClusterHealth> clusters;
  private final List<ConsumerStatusSource> consumers;
  private final PromiseChecks promises;

  public TenureHealthIndicator(
      List<ClusterHealth> clusters, List<ConsumerStatusSource> consumers, PromiseChecks promises) {
    this.clusters = List.copyOf(clusters);
    this.consumers = List.copyOf(consumers);
    this.promises = promises;
  }

  @Override
  public Health health() {
    Map<String, PromiseChecks.Promise> checked = promises.check();
    Health.Builder health = Health.status(status(checked));
    clusters.forEach(one -> health.withDetail(one.cluster(), one.details()));
    Map<String, Object> told = new LinkedHashMap<>();
    checked.forEach((name, promise) -> told.put(name, describe(promise)));
    health.withDetail("promises", told);
    List<String> phases = consumers.stream().map(TenureHealthIndicator::phase).toList();
    return phases.isEmpty() ? health.build() : health.withDetail("consumers", phases).build();
  }

  private static Map<String, Object> describe(PromiseChecks.Promise promise) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("kept", promise.kept());
    details.putAll(promise.details());
    return details;
  }

  private Status status(Map<String, PromiseChecks.Promise> checked) {
    List<Status> seen = clusters.stream().map(ClusterHealth::status).toList();
    boolean idle = consumers.stream().anyMatch(source -> !source.isPaused() && !isRunning(source));
    if (seen.contains(Status.DOWN) || idle) {
      return Status.DOWN;
    }
    List<String> broken =
        checked.entrySet().stream()
            .filter(entry -> !entry.getValue().kept())
            .map(Map.Entry::getKey)
            .toList();
    if (!broken.isEmpty()) {
      return new Status(OUT_OF_BOUND, "not kept: " + String.join(", ", broken));
    }
    return seen.contains(Status.UNKNOWN) ? Status.UNKNOWN : Status.UP;
  }

  private static boolean isRunning(ConsumerStatusSource source) {
    return source.status().map(ConsumerStatus::phase).orElse(null) == ConsumerStatus.Phase.RUNNING;
  }

  private static String phase(ConsumerStatusSource source) {
    return source
        .status()
        .map(status -> status.id() + " is " + status.phase())
        .orElse(source.isPaused() ? "paused" : "not started");
  }
}
