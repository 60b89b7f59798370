package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.FdbErrors;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides after which errors a transaction is retried, after which delay, and how often. It holds
 * the options for this, which a retry does not reset. Not safe for use by several threads.
 */
final class RetryPolicy {
  private static final double BACKOFF_MILLIS_FIRST = 10;
  private static final double BACKOFF_GROWTH = 2;
  private static final double OVERLOAD_BACKOFF_MILLIS_MAX = 30_000;
  private static final double VERSION_BACKOFF_MILLIS = 10;

  private int timeoutMillis;
  private int retryLimit;
  private int delayMillisMax;
  private int retries;
  private double backoffMillis = BACKOFF_MILLIS_FIRST;

  RetryPolicy(TransactionDefaults defaults) {
    timeoutMillis = defaults.timeoutMillis();
    retryLimit = defaults.retryLimit();
    delayMillisMax = defaults.retryDelayMillisMax();
  }

  static boolean isRetryOption(int code) {
    return code == OptionCode.TIMEOUT
        || code == OptionCode.RETRY_LIMIT
        || code == OptionCode.MAX_RETRY_DELAY;
  }

  void set(int code, byte @Nullable [] value) {
    switch (code) {
      case OptionCode.TIMEOUT -> timeoutMillis = OptionValue.number(value, 0, Integer.MAX_VALUE);
      case OptionCode.RETRY_LIMIT -> retryLimit = OptionValue.number(value, -1, Integer.MAX_VALUE);
      default -> delayMillisMax = OptionValue.number(value, 0, Integer.MAX_VALUE);
    }
  }

  int timeoutMillis() {
    return timeoutMillis;
  }

  /** Counts a retry; false when the limit allows no more. */
  boolean countRetry() {
    if (retryLimit >= 0 && retries >= retryLimit) {
      return false;
    }
    retries++;
    return true;
  }

  static boolean isRetryable(int code) {
    return switch (code) {
      case FdbErrors.TRANSACTION_TOO_OLD,
          FdbErrors.FUTURE_VERSION,
          FdbErrors.NOT_COMMITTED,
          FdbErrors.COMMIT_UNKNOWN_RESULT,
          FdbErrors.PROCESS_BEHIND,
          FdbErrors.DATABASE_LOCKED,
          FdbErrors.COMMIT_PROXY_MEMORY_LIMIT_EXCEEDED,
          FdbErrors.BATCH_TRANSACTION_THROTTLED,
          FdbErrors.GRV_PROXY_MEMORY_LIMIT_EXCEEDED,
          FdbErrors.BLOB_GRANULE_REQUEST_FAILED,
          FdbErrors.TAG_THROTTLED,
          FdbErrors.PROXY_TAG_THROTTLED ->
          true;
      default -> false;
    };
  }

  /** The delay before the retry after a retryable error. It grows with each retry. */
  long nextDelayNanos(int code, RandomGenerator random) {
    if (code == FdbErrors.TRANSACTION_TOO_OLD || code == FdbErrors.FUTURE_VERSION) {
      return nanos(Math.min(VERSION_BACKOFF_MILLIS, delayMillisMax));
    }
    double delay = backoffMillis * random.nextDouble();
    boolean overload =
        code == FdbErrors.COMMIT_PROXY_MEMORY_LIMIT_EXCEEDED
            || code == FdbErrors.GRV_PROXY_MEMORY_LIMIT_EXCEEDED;
    double max = overload ? OVERLOAD_BACKOFF_MILLIS_MAX : delayMillisMax;
    backoffMillis = Math.min(backoffMillis * BACKOFF_GROWTH, max);
    return nanos(delay);
  }

  private static long nanos(double millis) {
    return (long) (millis * 1_000_000);
  }
}
