package dev.tenure.late;

/** The kinds of answers; each kind can be delayed in different ways. */
enum AnswerKind {
  /** Rows, keys, read versions and estimates, which come from the cluster. */
  READ,
  /** The result of a commit that writes. */
  COMMIT,
  /** The firing of a watch. */
  WATCH,
  /** The versionstamp of a commit, which comes with the commit's answer or after it. */
  STAMP,
  /**
   * Answers that the client gives without the cluster: sizes of transactions, waits before retries,
   * and commits that write nothing. They may be delayed, but are never withheld.
   */
  CLIENT;

  boolean needsCluster() {
    return this != CLIENT && this != STAMP;
  }

  /** Whether an answer of this kind depends on the commit and may outlive the transaction. */
  boolean isPromise() {
    return this == WATCH || this == STAMP;
  }
}
