package dev.tenure.campaigns.globalindex.histories;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * What a seed decides about splits and merges of shards. Drawn apart from the rest, so that a
 * history without moves does not depend on it.
 *
 * @param moreData data shards that have no records at first
 * @param moreIndex as {@code moreData}, for index records
 * @param lease of the stored keys and slots
 * @param movers how many machines run moves, which may meet on one
 * @param page records of a page of a walk
 */
record SlotMovePlan(int moreData, int moreIndex, Duration lease, int movers, int page) {
  private static final long APART = 0x5eed_0f_510_75L;

  /** The plan of a seed; empty where no shard is split or merged. */
  static Optional<SlotMovePlan> drawn(long seed) {
    Random random = new Random(seed ^ APART);
    return random.nextInt(3) != 0
        ? Optional.empty()
        : Optional.of(
            new SlotMovePlan(
                random.nextInt(1, 4),
                random.nextInt(1, 4),
                Duration.ofMillis(random.nextInt(20, 150)),
                random.nextInt(1, 3),
                random.nextInt(1, 6)));
  }
}
