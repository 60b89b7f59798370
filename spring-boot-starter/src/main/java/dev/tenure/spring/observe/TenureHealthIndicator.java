package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterSummary;
import dev.tenure.spring.ConsumerStatusSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Down when a cluster could not be reached at the last look, or a consumer of this process does not
 * run and is not paused; unknown before the first look; out of bound while one of the promises in
 * docs/operating-a-fleet.md is broken, which does not make the application down. Asks no cluster
 * itself, so it never hangs.
 */
public final class TenureHealthIndicator implements HealthIndicator {
  static final String OUT_OF_BOUND = "OUT_OF_BOUND";

  private final Deployment deployment;
  private final ClusterSampler sampler;
  private final List<ConsumerStatusSource> consumers;
  private final PromiseChecks promises;
  private final InstantSource clock;

  public TenureHealthIndicator(
      Deployment deployment,
      ClusterSampler sampler,
      List<ConsumerStatusSource> consumers,
      PromiseChecks promises,
      InstantSource clock) {
    this.deployment = deployment;
    this.sampler = sampler;
    this.consumers = List.copyOf(consumers);
    this.promises = promises;
    this.clock = clock;
  }

  @Override
  public Health health() {
    Map<String, PromiseChecks.Promise> checked = promises.check();
    Health.Builder health = Health.status(status(checked));
    Instant now = clock.instant();
    for (QueueCluster cluster : deployment.clusters()) {
      health.withDetail(cluster.name(), describe(sampler.latest(cluster.name()), now));
    }
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
    List<Optional<ClusterSample>> looks =
        deployment.clusters().stream().map(one -> sampler.latest(one.name())).toList();
    boolean unreachable = looks.stream().flatMap(Optional::stream).anyMatch(s -> !s.reachable());
    boolean idle = consumers.stream().anyMatch(source -> !source.isPaused() && !isRunning(source));
    if (unreachable || idle) {
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
    return looks.stream().allMatch(Optional::isPresent) ? Status.UP : Status.UNKNOWN;
  }

  private static Map<String, Object> describe(Optional<ClusterSample> sample, Instant now) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("reachable", sample.map(ClusterSample::reachable).orElse(false));
    sample.ifPresent(look -> details.put("lookedAt", look.at().toString()));
    sample.flatMap(ClusterSample::problem).ifPresent(why -> details.put("problem", why));
    sample.flatMap(ClusterSample::summary).ifPresent(summary -> put(details, summary, now));
    return details;
  }

  private static void put(Map<String, Object> details, ClusterSummary summary, Instant now) {
    details.put("zonesWithWork", summary.pointers());
    details.put("liveConsumers", summary.consumers().size());
    summary
        .oldestVested()
        .ifPresent(
            since ->
                details.put(
                    "longestWaitSeconds",
                    Math.max(0, Duration.between(since, now).toMillis() / 1000.0)));
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
