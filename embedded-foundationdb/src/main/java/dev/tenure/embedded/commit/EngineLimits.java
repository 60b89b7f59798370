package dev.tenure.embedded.commit;

import java.time.Duration;

/**
 * Sizes of the engine that are not FoundationDB's contract.
 *
 * @param snapshotsMax versions kept readable at a time; above half of it, versions that were never
 *     handed out as read versions are let go at once and answer 1007
 * @param groupTransactionsMax transactions that share a commit version, at most 65,536
 * @param groupBytesMax bytes of mutations after which a group takes no further transaction
 * @param futureVersionWait how long a read waits for a version no commit has reached, before 1009
 */
public record EngineLimits(
    int snapshotsMax, int groupTransactionsMax, long groupBytesMax, Duration futureVersionWait) {
  public static final EngineLimits DEFAULTS =
      new EngineLimits(32_768, 65_536, 16L << 20, Duration.ofSeconds(1));

  public EngineLimits {
    if (snapshotsMax < 2) {
      throw new IllegalArgumentException("snapshotsMax is " + snapshotsMax + ", must be 2 or more");
    }
    if (groupTransactionsMax < 1 || groupTransactionsMax > 65_536) {
      throw new IllegalArgumentException(
          "groupTransactionsMax is " + groupTransactionsMax + ", must be 1 to 65,536");
    }
    if (groupBytesMax < 1) {
      throw new IllegalArgumentException(
          "groupBytesMax is " + groupBytesMax + ", must be 1 or more");
    }
    if (futureVersionWait.isNegative()) {
      throw new IllegalArgumentException(
          "futureVersionWait is " + futureVersionWait + ", must not be negative");
    }
  }
}
