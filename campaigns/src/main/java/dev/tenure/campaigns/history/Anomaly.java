package dev.tenure.campaigns.history;

/**
 * A fact of a history that no serial order explains.
 */
public record Anomaly(Kind kind, String what) {

  /**
   * The promise that is broken.
   */
  public enum Kind {
    /**
     * A read gave other rows than there were at the read version of its transaction.
     */
    WRONG_READ,
    /**
     * Rows that a committed transaction had read were changed before its commit.
     */
    CHANGED_READ,
    /**
     * A read version is lower than a version that some client knew before.
     */
    STALE_VERSION,
    /**
     * A commit lies before a commit that was acknowledged before it began, or before its own reads.
     */
    COMMIT_OUT_OF_ORDER,
    /**
     * Two commits have the same place in the order.
     */
    COMMIT_NOT_UNIQUE,
    /**
     * A commit was acknowledged, and its marker is missing.
     */
    COMMIT_LOST,
    /**
     * The marker of a commit is there, and no client asked for the commit or its client was told that it failed.
     */
    COMMIT_UNWANTED,
    /**
     * After a crash, a commit is there without an earlier one, or is there in part.
     */
    RESTART_NOT_A_PREFIX
  }

  @Override
  public String toString() {
    return kind + ": " + what;
  }
}
