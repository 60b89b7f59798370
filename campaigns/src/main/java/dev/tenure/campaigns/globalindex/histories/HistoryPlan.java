package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.SecondaryKey;
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
    int faultMillis) {
  static final String UNIQUE = "key";
  static final String SHARED = "town";

  static HistoryPlan drawn(RandomGenerator random) {
    return new HistoryPlan(
        random.nextInt(3, 9),
        random.nextInt(1, 17),
        random.nextInt(1, 17),
        random.nextInt(2, 8),
        random.nextInt(2, 8),
        random.nextInt(60, 400),
        random.nextInt(3) == 0,
        random.nextBoolean(),
        random.nextInt(3) == 0,
        random.nextInt(4) == 0 ? 0 : random.nextDouble(0.04),
        random.nextInt(15, 400));
  }

  static SecondaryKey alternate(int number) {
    return new SecondaryKey(UNIQUE, "a" + number);
  }

  static SecondaryKey town(int number) {
    return new SecondaryKey(SHARED, "t" + number);
  }
}
