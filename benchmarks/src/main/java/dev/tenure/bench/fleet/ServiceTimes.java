package dev.tenure.bench.fleet;

import java.time.Duration;

/**
 * How long requests to a modelled cluster take. A request first takes its share of its process's
 * client thread, which serves one after the other; a commit then takes its share of the cluster's
 * commit pipeline, which does so too; on its way each takes a random time.
 *
 * @param readVersion the round trip for a read version
 * @param read the round trip of a read of a key or of a range
 * @param commit the round trip of a commit; half of it passes before conflicts are checked
 * @param clientRequest of the client thread, for each request
 * @param clientKey of the client thread, for each key written and each row of a range
 * @param serverCommit of the commit pipeline, for each commit
 * @param serverKey of the commit pipeline, for each key written
 */
public record ServiceTimes(
    Latency readVersion,
    Latency read,
    Latency commit,
    Duration clientRequest,
    Duration clientKey,
    Duration serverCommit,
    Duration serverKey) {

  /** Everything is answered at once. */
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
   * A cluster as the paper's (section 8): a commit waits for logs in a satellite some 5 ms away.
   * The paper names that distance; the other values are ours.
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
