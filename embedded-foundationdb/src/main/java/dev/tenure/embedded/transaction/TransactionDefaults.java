package dev.tenure.embedded.transaction;

import java.util.function.Consumer;

/**
 * The defaults that a database's options give to transactions created afterwards.
 *
 * @param timeoutMillis the timeout; 0 for none
 * @param retryLimit the most retries; −1 for no limit
 * @param retryDelayMillisMax the longest wait before a retry
 * @param sizeLimit the most bytes of a commit
 * @param snapshotReadsOwnWrites snapshot reads see own writes while this number is positive
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

  /** FoundationDB's defaults. */
  static final TransactionDefaults STANDARD =
      new TransactionDefaults(0, -1, 1000, 10_000_000, 1, 10_000, false, false);

  TransactionDefaults withTimeoutMillis(int millis) {
    return with(builder -> builder.timeoutMillis = millis);
  }

  TransactionDefaults withRetryLimit(int limit) {
    return with(builder -> builder.retryLimit = limit);
  }

  TransactionDefaults withRetryDelayMillisMax(int millis) {
    return with(builder -> builder.retryDelayMillisMax = millis);
  }

  TransactionDefaults withSizeLimit(int bytes) {
    return with(builder -> builder.sizeLimit = bytes);
  }

  TransactionDefaults withSnapshotReads(int count) {
    return with(builder -> builder.snapshotReadsOwnWrites = count);
  }

  TransactionDefaults withWatchesMax(int count) {
    return with(builder -> builder.watchesMax = count);
  }

  TransactionDefaults withFlags(boolean bypass, boolean report) {
    return with(
        builder -> {
          builder.bypassUnreadable = bypass;
          builder.reportConflictingKeys = report;
        });
  }

  private TransactionDefaults with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /** The values of defaults while some of them are changed. */
  private static final class Builder {
    private int timeoutMillis;
    private int retryLimit;
    private int retryDelayMillisMax;
    private int sizeLimit;
    private int snapshotReadsOwnWrites;
    private int watchesMax;
    private boolean bypassUnreadable;
    private boolean reportConflictingKeys;

    Builder(TransactionDefaults from) {
      timeoutMillis = from.timeoutMillis;
      retryLimit = from.retryLimit;
      retryDelayMillisMax = from.retryDelayMillisMax;
      sizeLimit = from.sizeLimit;
      snapshotReadsOwnWrites = from.snapshotReadsOwnWrites;
      watchesMax = from.watchesMax;
      bypassUnreadable = from.bypassUnreadable;
      reportConflictingKeys = from.reportConflictingKeys;
    }

    TransactionDefaults build() {
      return new TransactionDefaults(
          timeoutMillis,
          retryLimit,
          retryDelayMillisMax,
          sizeLimit,
          snapshotReadsOwnWrites,
          watchesMax,
          bypassUnreadable,
          reportConflictingKeys);
    }
  }
}
