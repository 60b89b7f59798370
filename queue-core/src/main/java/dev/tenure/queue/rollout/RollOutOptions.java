package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueLimits;

/**
 * The pace of a roll-out on one cluster.
 *
 * @param tenantsPerSecond the most tenants that are visited in a second; 0 to 100,000, default 500,
 *     0 for no limit. A greater number ends the walk sooner, and costs that many more transactions
 *     a second
 * @param recordsPerSecond the most records that one build scans in a second; 0 to 1,000,000,
 *     default 5,000, 0 for no limit. Lower it where builds slow down other work
 */
public record RollOutOptions(int tenantsPerSecond, int recordsPerSecond) {
  private static final RollOutOptions DEFAULTS = new RollOutOptions(500, 5_000);

  public RollOutOptions {
    QueueLimits.checkBetween("tenantsPerSecond", tenantsPerSecond, 0, 100_000);
    QueueLimits.checkBetween("recordsPerSecond", recordsPerSecond, 0, 1_000_000);
  }

  /** 500 tenants and 5,000 records a second. */
  public static RollOutOptions defaults() {
    return DEFAULTS;
  }
}
