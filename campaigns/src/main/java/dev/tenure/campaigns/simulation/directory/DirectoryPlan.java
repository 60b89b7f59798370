package dev.tenure.campaigns.simulation.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The run that a seed stands for.
 *
 * @param clusters names of the clusters
 * @param shards names of the clusters that carry a shard of the directory
 * @param emails how many values of each kind of alternate key there are; few, so that tenants
 *     compete for them
 * @param adopting whether the deployment begins without a directory and adopts it
 * @param orders enqueued by all producers together, each with one item
 * @param skewMax how far clocks may be off, either way
 * @param delayMax the longest delay of an answer
 * @param routesMax how many tenants a process remembers
 * @param markers whether shards look up commits without an answer
 * @param away what does not answer for a minute
 * @param busy how long there are faults, in virtual time
 */
record DirectoryPlan(
    long seed,
    List<String> clusters,
    List<String> shards,
    int tenants,
    int emails,
    boolean adopting,
    int operators,
    int orders,
    Duration itemLease,
    Duration skewMax,
    Duration delayMax,
    int routesMax,
    boolean markers,
    Away away,
    Duration busy) {
  static final Duration AWAY_FOR = Duration.ofMinutes(1);

  /** How long a call of a shard waits for an answer. */
  static final Duration SHARD_TIMEOUT = Duration.ofSeconds(3);

  private static final List<String> NAMES = List.of("east", "north", "west");

  /** What does not answer during the minute's outage. */
  enum Away {
    NOTHING,
    /** A shard of the directory, for all processes. */
    SHARD,
    /** A cluster, but not the shard that it carries. */
    CLUSTER,
    /** A cluster with the shard that it carries. */
    CLUSTER_AND_SHARD
  }

  static DirectoryPlan seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0xd1cec7L);
    List<String> clusters = NAMES.subList(0, random.nextInt(2, NAMES.size() + 1));
    List<String> shards = new ArrayList<>(clusters);
    while (shards.size() > 2 || (shards.size() > 1 && random.nextInt(6) == 0)) {
      shards.remove(random.nextInt(shards.size()));
    }
    return new DirectoryPlan(
        seed,
        clusters,
        List.copyOf(shards),
        random.nextInt(3, 7),
        random.nextInt(2, 5),
        random.nextInt(3) == 0,
        random.nextInt(2, 4),
        random.nextInt(30, 60),
        Duration.ofMillis(random.nextInt(2_000, 6_000)),
        Duration.ofMillis(pick(random, 0, 0, 1_000, 5_000, 10_000)),
        Duration.ofMillis(pick(random, 5, 50, 50, 1_000)),
        pick(random, 1, 100, 100, 100),
        random.nextBoolean(),
        Away.values()[pick(random, 0, 1, 1, 2, 3)],
        Duration.ofSeconds(random.nextInt(75, 95)));
  }

  private static int pick(SplittableRandom random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
