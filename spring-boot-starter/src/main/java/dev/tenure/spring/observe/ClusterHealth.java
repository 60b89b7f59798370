package dev.tenure.spring.observe;

import dev.tenure.queue.inspect.ClusterSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of one cluster: down when the cluster is not open yet, or could not be reached for the
 * last sample; unknown before the first sample. It sends no request to the cluster, so it never
 * hangs.
 */
public final class ClusterHealth implements HealthIndicator {
  private final String cluster;
  private final ClusterSampler sampler;
  private final Supplier<Optional<String>> notOpen;
  private final InstantSource clock;

  /**
   * @param notOpen gives the reason why the cluster is not open; empty when it is open
   */
  public ClusterHealth(
      String cluster,
      ClusterSampler sampler,
      Supplier<Optional<String>> notOpen,
      InstantSource clock) {
    this.cluster = cluster;
    this.sampler = sampler;
    this.notOpen = notOpen;
    this.clock = clock;
  }

  public String cluster() {
    return cluster;
  }

  @Override
  public Health health() {
    return Health.status(status()).withDetails(details()).build();
  }

  Status status() {
    Optional<ClusterSample> look = sampler.latest(cluster);
    if (notOpen.get().isPresent() || look.filter(sample -> !sample.reachable()).isPresent()) {
      return Status.DOWN;
    }
    return look.isPresent() ? Status.UP : Status.UNKNOWN;
  }

  /** The details of the last sample, for people. */
  public Map<String, Object> details() {
    Optional<ClusterSample> look = sampler.latest(cluster);
    Optional<String> unopened = notOpen.get();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("open", unopened.isEmpty());
    details.put("reachable", look.map(ClusterSample::reachable).orElse(false));
    look.ifPresent(sample -> details.put("lookedAt", sample.at().toString()));
    unopened
        .or(() -> look.flatMap(ClusterSample::problem))
        .ifPresent(why -> details.put("problem", why));
    look.flatMap(ClusterSample::summary).ifPresent(summary -> put(details, summary));
    return details;
  }

  private void put(Map<String, Object> details, ClusterSummary summary) {
    details.put("zonesWithWork", summary.pointers());
    details.put("liveConsumers", summary.consumers().size());
    summary
        .oldestVested()
        .ifPresent(
            since -> details.put("longestWaitSeconds", secondsSince(since, clock.instant())));
  }

  private static double secondsSince(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toMillis() / 1000.0);
  }
}
