package dev.tenure.embedded.transaction;

/**
 * What a database's options give every transaction made after them.
 *
 * @param timeoutMillis 0 for none
 * @param retryLimit −1 for none
 * @param retryDelayMillisMax the longest wait before a retry
 * @param sizeLimit the most bytes a commit may have
 * @param snapshotReadsOwnWrites snapshot reads see own writes while positive
 * @param watchesMax the most watches waiting at once
 */
record TransactionDefaults(
    int timeoutMillis,
    int retryLimit,
    int retryDelayMillisMax,
    int sizeLimit,
    int snapshotReadsOwnWrites,
    int watchesMax,
    boolean bypassUnreadable,
    boolean reportConflictingKeys) {

  /** FoundationDB's own. */
  static final TransactionDefaults STANDARD =
      new TransactionDefaults(0, -1, 1000, 10_000_000, 1, 10_000, false, false);

  TransactionDefaults withTimeoutMillis(int millis) {
    return new TransactionDefaults(
        millis,
        retryLimit,
        retryDelayMillisMax,
        sizeLimit,
        snapshotReadsOwnWrites,
        watchesMax,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withRetryLimit(int limit) {
    return new TransactionDefaults(
        timeoutMillis,
        limit,
        retryDelayMillisMax,
        sizeLimit,
        snapshotReadsOwnWrites,
        watchesMax,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withRetryDelayMillisMax(int millis) {
    return new TransactionDefaults(
        timeoutMillis,
        retryLimit,
        millis,
        sizeLimit,
        snapshotReadsOwnWrites,
        watchesMax,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withSizeLimit(int bytes) {
    return new TransactionDefaults(
        timeoutMillis,
        retryLimit,
        retryDelayMillisMax,
        bytes,
        snapshotReadsOwnWrites,
        watchesMax,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withSnapshotReads(int count) {
    return new TransactionDefaults(
        timeoutMillis,
        retryLimit,
        retryDelayMillisMax,
        sizeLimit,
        count,
        watchesMax,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withWatchesMax(int count) {
    return new TransactionDefaults(
        timeoutMillis,
        retryLimit,
        retryDelayMillisMax,
        sizeLimit,
        snapshotReadsOwnWrites,
        count,
        bypassUnreadable,
        reportConflictingKeys);
  }

  TransactionDefaults withFlags(boolean bypass, boolean report) {
    return new TransactionDefaults(
        timeoutMillis,
        retryLimit,
        retryDelayMillisMax,
        sizeLimit,
        snapshotReadsOwnWrites,
        watchesMax,
        bypass,
        report);
  }
}
