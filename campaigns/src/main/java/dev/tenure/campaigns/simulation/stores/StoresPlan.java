package dev.tenure.campaigns.simulation.stores;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * What one seed means.
 *
 * @param orders of each producer
 * @param leasesItems whether the store leases items
 * @param repaired whether consumers look for items without a pointer; if not, the pointers that
 *     producers write must be enough for all acknowledged orders
 * @param restored whether the store is restored from a backup once
 * @param restarts how often the store restarts
 * @param lossOneIn of this many requests one is lost, and of as many answers one
 * @param delayMax the longest delay of an answer, of the store and of the cluster
 * @param skewMax how far clocks may be off, either way
 * @param minInactive after this time an empty zone's pointer is collected
 * @param busy how long there are faults, in virtual time
 */
record StoresPlan(
    long seed,
    int tenants,
    int orders,
    boolean leasesItems,
    boolean repaired,
    boolean restored,
    int restarts,
    int lossOneIn,
    Duration itemLease,
    Duration delayMax,
    Duration skewMax,
    Duration minInactive,
    Duration busy) {

  static StoresPlan seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0x570ce5L);
    boolean leasesItems = random.nextInt(4) > 0;
    return new StoresPlan(
        seed,
        random.nextInt(1, 4),
        random.nextInt(25, 60),
        leasesItems,
        random.nextInt(2) == 0,
        random.nextInt(6) == 0,
        random.nextInt(4),
        pick(random, 10, 30, 100, 1_000),
        Duration.ofMillis(random.nextInt(2_000, 6_000)),
        Duration.ofMillis(pick(random, 5, 20, 50, 200, 400)),
        Duration.ofMillis(pick(random, 0, 0, 1_000, 5_000)),
        Duration.ofMillis(pick(random, 200, 200, 1_000, 4_000)),
        Duration.ofSeconds(random.nextInt(60, 80)));
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
