package dev.tenure.record.global.client;

import java.time.Duration;

/**
 * Options of a client.
 *
 * @param writesWhileDown whether a record is written, and marked, when an index shard of its new
 *     keys is down. Uniqueness of these keys is lost until {@link GlobalIndex#repair} has run. Off
 *     by default; turn it on where refusing a write is worse than a violation that a person
 *     resolves
 * @param cleanersMax how many index records are cleaned at a time, default 2. More clean sooner,
 *     and make more conflicts with writes
 * @param suspectsMax how many index records may wait to be cleaned, default 10,000. What exceeds it
 *     is left as garbage, which costs a read one more step
 * @param downFor how long an index shard that failed counts as down, default one second. While it
 *     does, creates that need it fail at once and reads ask all data shards
 * @param ceilingStep by how much the persisted ceiling of timestamps is raised, default 10 s. A
 *     larger step writes the ceiling less often
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

  /** With no cleaners at all, garbage stays until a write needs its key. */
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
