package dev.tenure.spring.observe;

import dev.tenure.queue.inspect.ClusterSummary;
import java.time.Instant;
import java.util.Optional;

/**
 * A sample of a cluster at one time: a summary, or the reason why there is none.
 *
 * @param problem the reason, in one sentence; present exactly when the summary is absent
 */
public record ClusterSample(
    Instant at, Optional<ClusterSummary> summary, Optional<String> problem) {

  static ClusterSample of(Instant at, ClusterSummary summary) {
    return new ClusterSample(at, Optional.of(summary), Optional.empty());
  }

  static ClusterSample failed(Instant at, String problem) {
    return new ClusterSample(at, Optional.empty(), Optional.of(problem));
  }

  public boolean reachable() {
    return summary.isPresent();
  }
}
