package dev.tenure.campaigns.simulation.clusters;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one seed means.
 *
 * @param orders of each producer
 * @param skewMax how far clocks may be off, either way
 * @param delayMax the longest delay of an answer
 * @param away whether a cluster answers nobody for a minute
 * @param busy how long there are faults, in virtual time
 * @param workers how many processes make the moves that were asked for
 * @param apart by how much the versions of one cluster are behind those of the one before it
 * @param wrongClock by how much the clock of one mover is ahead, beyond the stated skew; zero in
 *     half of all seeds
 */
record ClustersPlan(
    long seed,
    List<String> clusters,
    int tenants,
    int movers,
    int orders,
    Duration itemLease,
    int chunkBytes,
    Duration pauseMax,
    Duration betweenChunks,
    Duration skewMax,
    Duration delayMax,
    boolean away,
    Duration busy,
    int workers,
    Duration apart,
    Duration wrongClock,
    boolean deaf) {
  static final Duration AWAY_FOR = Duration.ofMinutes(1);

  private static final List<String> NAMES = List.of("east", "north", "west");

  static ClustersPlan seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0xc1057e25L);
    return new ClustersPlan(
        seed,
        NAMES.subList(0, random.nextInt(2, NAMES.size() + 1)),
        random.nextInt(1, 4),
        random.nextInt(1, 4),
        random.nextInt(20, 50),
        Duration.ofMillis(random.nextInt(2_000, 6_000)),
        pick(random, 1_000, 2_000, 5_000, 50_000),
        Duration.ofMillis(pick(random, 100, 500, 2_000, 2_000)),
        Duration.ofMillis(pick(random, 0, 50, 300)),
        Duration.ofMillis(pick(random, 0, 0, 1_000, 5_000, 10_000)),
        Duration.ofMillis(pick(random, 5, 20, 50, 200)),
        random.nextInt(3) == 0,
        Duration.ofSeconds(random.nextInt(70, 90)),
        random.nextInt(3),
        Duration.ofSeconds(random.nextInt(1, 600)),
        Duration.ofHours(pick(random, 0, 0, 0, -1, 1, 1)),
        random.nextBoolean());
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
