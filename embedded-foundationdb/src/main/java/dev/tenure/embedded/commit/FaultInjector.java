package dev.tenure.embedded.commit;

import java.time.Duration;

/** Plants faults in an engine, for tests. The default methods plant none. */
public interface FaultInjector {

  FaultInjector NONE = new FaultInjector() {};

  /** The faults of a commit. */
  enum CommitFault {
    NONE,
    /** The commit fails with 1020 although nothing conflicts, and is not applied. */
    NOT_COMMITTED,
    /** The commit fails with 1007 and is not applied. */
    TRANSACTION_TOO_OLD,
    /** The commit is answered with 1021 and applied, unless it fails for another reason. */
    UNKNOWN_RESULT_APPLIED,
    /** The commit is answered with 1021 and not applied. */
    UNKNOWN_RESULT_NOT_APPLIED
  }

  /** The fault of a commit. Called once for each commit, on the committing client's thread. */
  default CommitFault beforeCommit(CommitRequest request) {
    return CommitFault.NONE;
  }

  /** The delay of a commit before it is ordered. */
  default Duration commitDelay() {
    return Duration.ZERO;
  }

  /** The delay of the answer to a commit. */
  default Duration answerDelay() {
    return Duration.ZERO;
  }

  /** The delay of a request for a read version. */
  default Duration readVersionDelay() {
    return Duration.ZERO;
  }

  /**
   * The number of versions by which a read version lags behind the last commit; 1,000,000 are a
   * second.
   */
  default long readVersionLag() {
    return 0;
  }
}
