package dev.tenure.admin.overview;

import dev.tenure.admin.rest.ClusterBody;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The overview as JSON.
 *
 * @param actuator whether this server also serves health and metrics
 * @param windowSeconds the time in seconds that full histories span
 * @param work the work of the consumers in this process; null when there are none
 */
record OverviewBody(
    Instant now,
    boolean readOnly,
    boolean actuator,
    long windowSeconds,
    List<Cluster> clusters,
    Optional<Work> work) {

  /** The last sample of a cluster, and the earlier ones. */
  record Cluster(
      String name,
      boolean reachable,
      Optional<String> problem,
      Optional<Instant> lookedAt,
      Optional<ClusterBody.Summary> summary,
      List<Point> history) {}

  /** An earlier sample. */
  record Point(Instant at, long pointers, long vestedPointers, double oldestSeconds) {}

  /** The work of this process; the counters only grow. */
  record Work(
      List<String> consumers,
      int running,
      int inFlight,
      long completed,
      long failed,
      long setAside,
      List<WorkPoint> history) {}

  /** The counters at one time. */
  record WorkPoint(Instant at, long completed, long failed) {}
}
