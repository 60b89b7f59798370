package dev.tenure.record.error;

import com.apple.foundationdb.FDBException;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of FoundationDB's error codes. {@link FDBException#isRetryable()} loads
 * FoundationDB's native library for that; this class does not.
 */
public final class FdbErrorPredicates {
  public static final int TRANSACTION_TOO_OLD = 1007;
  public static final int FUTURE_VERSION = 1009;
  public static final int NOT_COMMITTED = 1020;
  public static final int COMMIT_UNKNOWN_RESULT = 1021;
  public static final int TRANSACTION_CANCELLED = 1025;
  public static final int TIMED_OUT = 1031;
  public static final int PROCESS_BEHIND = 1037;
  public static final int DATABASE_LOCKED = 1038;
  public static final int CLUSTER_VERSION_CHANGED = 1039;
  public static final int PROXY_MEMORY_LIMIT_EXCEEDED = 1042;
  public static final int BATCH_TRANSACTION_THROTTLED = 1051;
  public static final int TRANSACTION_TOO_LARGE = 2101;

  private FdbErrorPredicates() {}

  /** Whether {@code Transaction.onError} would retry the transaction. */
  public static boolean retryable(int code) {
    return switch (code) {
      case TRANSACTION_TOO_OLD,
          FUTURE_VERSION,
          NOT_COMMITTED,
          COMMIT_UNKNOWN_RESULT,
          PROCESS_BEHIND,
          DATABASE_LOCKED,
          PROXY_MEMORY_LIMIT_EXCEEDED,
          BATCH_TRANSACTION_THROTTLED,
          // hot shard, rejected range, tag throttled, proxy tag throttled
          1078,
          1079,
          1213,
          1223 ->
          true;
      default -> false;
    };
  }

  /** Whether the error is an error of FoundationDB with a retryable code. */
  public static boolean retryable(Throwable error) {
    OptionalInt code = codeOf(error);
    return code.isPresent() && retryable(code.getAsInt());
  }

  /** Whether a commit that fails with the code may have been applied. */
  public static boolean maybeCommitted(int code) {
    return code == COMMIT_UNKNOWN_RESULT || code == CLUSTER_VERSION_CHANGED;
  }

  /** Whether a commit that fails with the code may still be applied later. */
  public static boolean maybeInFlight(int code) {
    return maybeCommitted(code) || code == TIMED_OUT || code == TRANSACTION_CANCELLED;
  }

  /**
   * Whether the error is FoundationDB's 1020, a conflict: another transaction has changed a key
   * that this one has read.
   */
  public static boolean conflict(Throwable error) {
    return codeOf(error).orElse(0) == NOT_COMMITTED;
  }

  /** FoundationDB's code of the error, or else of the nearest cause that has one. */
  public static OptionalInt codeOf(@Nullable Throwable error) {
    int depth = 0;
    for (Throwable cause = error; cause != null && depth < 100; cause = cause.getCause()) {
      if (cause instanceof FDBException fdb) {
        return OptionalInt.of(fdb.getCode());
      }
      depth++;
    }
    return OptionalInt.empty();
  }

  /** The error without the wrappers that futures add. */
  public static Throwable unwrap(Throwable error) {
    Throwable plain = error;
    while ((plain instanceof CompletionException || plain instanceof ExecutionException)
        && plain.getCause() != null) {
      plain = plain.getCause();
    }
    return plain;
  }
}
