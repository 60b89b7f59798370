package dev.tenure.record.global.client;

import java.time.Duration;

/**
 * Options of a client.
 *
 * @param writesWhileDown whether a record may be written while an index shard of its new keys is
 *     down. The record is then marked. Uniqueness of these keys is lost until {@link
 *     GlobalIndex#repair} has run. Off by default; turn it on where refusing a write is worse than
 *     a violation that a person resolves
 * @param cleanersMax the most index records that are cleaned at the same time; 2 by default. A
 *     larger value cleans sooner, and causes more conflicts with writes
 * @param suspectsMax the most index records that wait to be cleaned; 10,000 by default. Further
 *     ones stay garbage, and each costs a later read of its key one more step
 * @param downFor the time for which an index shard counts as down after a failure; one second by
 *     default. During this time, creates that need the shard fail at once, and reads ask all data
 *     shards
 * @param ceilingStep the step by which the stored ceiling of timestamps is raised; 10 seconds by
 *     default. A larger step writes the ceiling less often
 */
public record GlobalIndexOptions(
    boolean writesWhileDown,
    int cleanersMax,
    int suspectsMax,
    Duration downFor,
    Duration ceilingStep) {
  public GlobalIndexOptions {
    if (cleanersMax < 0 || suspectsMax < 0) {
      throw new IllegalArgumentException(
          "cleanersMax is " + cleanersMax + " and suspectsMax " + suspectsMax + ", the least is 0");
    }
    if (ceilingStep.toMillis() < 1) {
      throw new IllegalArgumentException("ceilingStep is " + ceilingStep + ", the least is 1 ms");
    }
  }

  public static GlobalIndexOptions defaults() {
    return new GlobalIndexOptions(false, 2, 10_000, Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  public GlobalIndexOptions withWritesWhileDown(boolean allowed) {
    return new GlobalIndexOptions(allowed, cleanersMax, suspectsMax, downFor, ceilingStep);
  }

  /**
   * The same options with another number of cleaners. With 0 cleaners, garbage stays until a write
   * needs its key.
   */
  public GlobalIndexOptions withCleanersMax(int cleaners) {
    return new GlobalIndexOptions(writesWhileDown, cleaners, suspectsMax, downFor, ceilingStep);
  }

  public GlobalIndexOptions withSuspectsMax(int suspects) {
    return new GlobalIndexOptions(writesWhileDown, cleanersMax, suspects, downFor, ceilingStep);
  }

  public GlobalIndexOptions withDownFor(Duration duration) {
    return new GlobalIndexOptions(writesWhileDown, cleanersMax, suspectsMax, duration, ceilingStep);
  }
}
