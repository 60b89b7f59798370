package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a seed decides before its history begins.
 *
 * @param clients how many machines run clients
 * @param operations how many operations all clients run together
 * @param writesWhileDown whether clients write keys whose index shard is down
 * @param replaces whether index shards replace a record in one step
 * @param shared whether data shard n and index shard n lie in one database
 * @param faultRate the share of requests that are lost or late
 * @param faultMillis the mean time between faults of shards, machines and clocks
 * @param moves the splits and merges of shards, where there are any
 */
record HistoryPlan(
    int clients,
    int dataShards,
    int indexShards,
    int primaryKeys,
    int alternateKeys,
    int operations,
    boolean writesWhileDown,
    boolean replaces,
    boolean shared,
    double faultRate,
    int faultMillis,
    Optional<SlotMovePlan> moves) {
  static final String UNIQUE = "key";
  static final String SHARED = "town";
  private static final int FEW = 4;

  /** A history with moves has more operations, so that many of them meet a move. */
  private static final int MORE_OPERATIONS = 4;

  static HistoryPlan drawn(RandomGenerator random, Optional<SlotMovePlan> moves) {
    return new HistoryPlan(
        random.nextInt(3, 9),
        shards(random.nextInt(1, 17), moves.map(SlotMovePlan::moreData)),
        shards(random.nextInt(1, 17), moves.map(SlotMovePlan::moreIndex)),
        random.nextInt(2, 8),
        random.nextInt(2, 8),
        random.nextInt(60, 400) * (moves.isPresent() ? MORE_OPERATIONS : 1),
        random.nextInt(3) == 0,
        random.nextBoolean(),
        random.nextInt(3) == 0,
        random.nextInt(4) == 0 ? 0 : random.nextDouble(0.04),
        random.nextInt(15, 400),
        moves);
  }

  /** Few shards where they are split, so that a move meets most of the keys. */
  private static int shards(int drawn, Optional<Integer> more) {
    return more.map(each -> 1 + drawn % FEW + each).orElse(drawn);
  }

  static SecondaryKey alternate(int number) {
    return new SecondaryKey(UNIQUE, "a" + number);
  }

  static SecondaryKey town(int number) {
    return new SecondaryKey(SHARED, "t" + number);
  }
}
