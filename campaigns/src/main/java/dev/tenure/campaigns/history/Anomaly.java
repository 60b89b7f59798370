package dev.tenure.campaigns.history;

/** Something in a history that no serial order explains. */
public record Anomaly(Kind kind, String what) {

  /** Which promise is broken. */
  public enum Kind {
    /** A read gave what was not there at the transaction's read version. */
    WRONG_READ,
    /** What a committed transaction read had changed by the time of its commit. */
    CHANGED_READ,
    /** A read version lies before a commit or a read version that somebody knew of already. */
    STALE_VERSION,
    /** A commit lies before one that was acknowledged before it began, or before its own reads. */
    COMMIT_OUT_OF_ORDER,
    /** Two commits have one place in the order. */
    COMMIT_NOT_UNIQUE,
    /** A commit was acknowledged and is not there. */
    COMMIT_LOST,
    /** A commit is there that was never asked for, or was answered with "not committed". */
    COMMIT_UNWANTED,
    /** After a crash, commits are there without some that came before them, or only in part. */
    RESTART_NOT_A_PREFIX
  }

  @Override
  public String toString() {
    return kind + ": " + what;
  }
}
