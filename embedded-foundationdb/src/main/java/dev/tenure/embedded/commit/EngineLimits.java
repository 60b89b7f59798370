package dev.tenure.embedded.commit;

import java.time.Duration;

/**
 * Limits of the engine that are not part of FoundationDB's contract.
 *
 * @param snapshotsMax the most versions that are readable at a time. While more than half as many
 *     are held, a version that was never given out as a read version is released at once, and reads
 *     at it fail with 1007
 * @param groupTransactionsMax the most transactions that share a commit version, at most 65,536
 * @param groupBytesMax the bytes of mutations after which a group takes no further transaction
 * @param futureVersionWait the time that a read waits for a version that no commit has reached;
 *     then it fails with 1009
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
