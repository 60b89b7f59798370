package dev.tenure.campaigns.simulation.schemas;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one seed means.
 *
 * @param tenants that are there before the faults; others are made meanwhile
 * @param large the number of records of the first tenant, which an opening may not index at once
 * @param recordsPerSecond the pace of builds; 0 for no limit
 * @param skewMax how far clocks may be off, either way
 * @param delayMax the longest delay of an answer
 * @param away whether a cluster answers nobody for half a minute
 * @param busy how long there are faults, in virtual time
 */
record SchemaPlan(
    long seed,
    List<String> clusters,
    int tenants,
    int large,
    int movers,
    int tenantsPerSecond,
    int recordsPerSecond,
    Duration itemLease,
    Duration skewMax,
    Duration delayMax,
    boolean away,
    Duration busy) {
  static final Duration AWAY_FOR = Duration.ofSeconds(30);

  private static final List<String> NAMES = List.of("east", "north", "west");

  static SchemaPlan seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0x5c4e3aL);
    return new SchemaPlan(
        seed,
        NAMES.subList(0, random.nextInt(2, NAMES.size() + 1)),
        random.nextInt(2, 9),
        random.nextInt(210, 260),
        random.nextInt(0, 3),
        pick(random, 0, 2, 20),
        pick(random, 0, 0, 20, 100),
        Duration.ofMillis(random.nextInt(2_000, 6_000)),
        Duration.ofMillis(pick(random, 0, 0, 1_000, 5_000)),
        Duration.ofMillis(pick(random, 5, 20, 50, 200)),
        random.nextInt(3) == 0,
        Duration.ofSeconds(random.nextInt(40, 60)));
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
