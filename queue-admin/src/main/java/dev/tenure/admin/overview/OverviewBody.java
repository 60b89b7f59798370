package dev.tenure.admin.overview;

import dev.tenure.admin.rest.ClusterBody;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The overview as JSON.
 *
 * @param actuator whether health and metrics are served beside the page
 * @param windowSeconds the time that histories span when they are full
 * @param work of consumers in this process; null when there are none
 */
record OverviewBody(
    Instant now,
    boolean readOnly,
    boolean actuator,
    long windowSeconds,
    List<Cluster> clusters,
    Optional<Work> work) {

  /** A cluster at its last look, and the looks before. */
  record Cluster(
      String name,
      boolean reachable,
      Optional<String> problem,
      Optional<Instant> lookedAt,
      Optional<ClusterBody.Summary> summary,
      List<Point> history) {}

  /** One look in the past. */
  record Point(Instant at, long pointers, long vestedPointers, double oldestSeconds) {}

  /** The work of this process; the counters only grow. */
  record Work(
      List<String> consumers,
      int running,
      int inHand,
      long completed,
      long failed,
      long setAside,
      List<WorkPoint> history) {}

  /** The counters at one time. */
  record WorkPoint(Instant at, long completed, long failed) {}
}
