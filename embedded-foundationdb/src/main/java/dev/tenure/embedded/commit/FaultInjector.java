package dev.tenure.embedded.commit;

import java.time.Duration;

/** Faults the test kit plants in an engine. The defaults plant none. */
public interface FaultInjector {

  FaultInjector NONE = new FaultInjector() {};

  /** What happens to a commit instead of, or beside, being carried out. */
  enum CommitFault {
    NONE,
    /** Fails with 1020 though nothing conflicts; not applied. */
    NOT_COMMITTED,
    /** Fails with 1007; not applied. */
    TRANSACTION_TOO_OLD,
    /** Answers 1021 and is applied, unless it fails otherwise. */
    UNKNOWN_RESULT_APPLIED,
    /** Answers 1021 and is not applied. */
    UNKNOWN_RESULT_NOT_APPLIED
  }

  /** Asked once for each commit, on the committing client's thread. */
  default CommitFault beforeCommit(CommitRequest request) {
    return CommitFault.NONE;
  }

  /** How long a commit is held back before it is ordered. */
  default Duration commitDelay() {
    return Duration.ZERO;
  }

  /** How long the answer to a commit is held back. */
  default Duration answerDelay() {
    return Duration.ZERO;
  }

  /** How long a request for a read version is held back. */
  default Duration readVersionDelay() {
    return Duration.ZERO;
  }

  /** How many versions a read version lags behind the last commit; 1,000,000 are a second. */
  default long readVersionLag() {
    return 0;
  }
}
