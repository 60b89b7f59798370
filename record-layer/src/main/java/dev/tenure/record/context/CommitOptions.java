package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options for the bounds of a transaction and for its commit.
 *
 * @param timeout the time after the opening from which all operations fail with 1031
 * @param sizeLimit the most bytes of a commit
 * @param snapshotReadsOwnWrites snapshot reads see what the transaction has written
 */
record CommitOptions(
    Optional<Duration> timeout,
    OptionalInt sizeLimit,
    boolean durabilityRisky,
    boolean reportConflictingKeys,
    boolean snapshotReadsOwnWrites) {
  static final int SIZE_LIMIT_MIN = 32;
  static final int SIZE_LIMIT_MAX = 10_000_000;
  static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  static final Duration TIMEOUT_MAX = Duration.ofDays(1);

  static final CommitOptions DEFAULTS =
      new CommitOptions(Optional.empty(), OptionalInt.empty(), false, false, true);

  CommitOptions {
    timeout.ifPresent(CommitOptions::requireTimeout);
    sizeLimit.ifPresent(CommitOptions::requireSizeLimit);
  }

  static void requireTimeout(Duration timeout) {
    if (timeout.compareTo(TIMEOUT_MIN) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "timeout is " + timeout + ", expected " + TIMEOUT_MIN + " to " + TIMEOUT_MAX);
    }
  }

  private static void requireSizeLimit(int bytes) {
    if (bytes < SIZE_LIMIT_MIN || bytes > SIZE_LIMIT_MAX) {
      throw new IllegalArgumentException(
          "sizeLimit is " + bytes + " bytes, expected " + SIZE_LIMIT_MIN + " to " + SIZE_LIMIT_MAX);
    }
  }

  CommitOptions withTimeout(Duration newTimeout) {
    return new CommitOptions(
        Optional.of(newTimeout),
        sizeLimit,
        durabilityRisky,
        reportConflictingKeys,
        snapshotReadsOwnWrites);
  }

  CommitOptions withSizeLimit(int bytes) {
    return new CommitOptions(
        timeout,
        OptionalInt.of(bytes),
        durabilityRisky,
        reportConflictingKeys,
        snapshotReadsOwnWrites);
  }

  CommitOptions withDurabilityRisky(boolean risky) {
    return new CommitOptions(
        timeout, sizeLimit, risky, reportConflictingKeys, snapshotReadsOwnWrites);
  }

  CommitOptions withReportConflictingKeys(boolean report) {
    return new CommitOptions(timeout, sizeLimit, durabilityRisky, report, snapshotReadsOwnWrites);
  }

  CommitOptions withSnapshotReadsOwnWrites(boolean own) {
    return new CommitOptions(timeout, sizeLimit, durabilityRisky, reportConflictingKeys, own);
  }

  void apply(TransactionOptions settings) {
    timeout.ifPresent(longest -> settings.setTimeout(wholeMillis(longest)));
    sizeLimit.ifPresent(settings::setSizeLimit);
    if (durabilityRisky) {
      settings.setDurabilityRisky();
    }
    if (reportConflictingKeys) {
      settings.setReportConflictingKeys();
    }
    if (!snapshotReadsOwnWrites) {
      settings.setSnapshotRywDisable();
    }
  }

  /** Rounded up: zero would mean no timeout. */
  private static long wholeMillis(Duration duration) {
    return duration.plusNanos(999_999).toMillis();
  }
}
