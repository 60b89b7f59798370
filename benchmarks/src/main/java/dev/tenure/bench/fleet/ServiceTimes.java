package dev.tenure.bench.fleet;

import java.time.Duration;

/**
 * The times of requests to a modelled cluster. A request first occupies its process's client
 * thread, which serves one request after the other. A commit then occupies the cluster's commit
 * pipeline in the same way. In addition each request travels for a random time.
 *
 * @param readVersion the round trip for a read version
 * @param read the round trip of a read of a key or of a range
 * @param commit the round trip of a commit; half of it passes before conflicts are checked
 * @param clientRequest the time of the client thread for each request
 * @param clientKey the time of the client thread for each key written and each row of a range
 * @param serverCommit the time of the commit pipeline for each commit
 * @param serverKey the time of the commit pipeline for each key written
 */
public record ServiceTimes(
    Latency readVersion,
    Latency read,
    Latency commit,
    Duration clientRequest,
    Duration clientKey,
    Duration serverCommit,
    Duration serverKey) {

  /** Times with which every request is answered at once. */
  public static ServiceTimes none() {
    return new ServiceTimes(
        Latency.NONE,
        Latency.NONE,
        Latency.NONE,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO);
  }

  /**
   * Times of a cluster like that of QuiCK (section 8), where a commit waits for logs in a satellite
   * about 5 ms away. The paper gives this distance; the other values are assumptions.
   */
  public static ServiceTimes twoDatacenters() {
    return new ServiceTimes(
        new Latency(Duration.ofNanos(1_500_000), 0.4),
        new Latency(Duration.ofNanos(800_000), 0.4),
        new Latency(Duration.ofNanos(8_000_000), 0.3),
        Duration.ofNanos(10_000),
        Duration.ofNanos(1_000),
        Duration.ofNanos(12_000),
        Duration.ofNanos(1_000));
  }

  boolean isNone() {
    return equals(none());
  }
}
