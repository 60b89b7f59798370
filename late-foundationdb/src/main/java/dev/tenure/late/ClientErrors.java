package dev.tenure.late;

import com.apple.foundationdb.FDBException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The errors that a FoundationDB client raises itself, with FoundationDB's codes. */
final class ClientErrors {
  static final int NONE = 0;
  static final int COMMIT_UNKNOWN_RESULT = 1021;
  static final int TRANSACTION_CANCELLED = 1025;
  static final int TRANSACTION_TIMED_OUT = 1031;
  static final int BROKEN_PROMISE = 1100;
  static final int OPERATION_CANCELLED = 1101;
  static final int USED_DURING_COMMIT = 2017;
  static final int TRANSACTION_INVALID_VERSION = 2020;

  private ClientErrors() {}

  static FDBException of(int code) {
    String message =
        switch (code) {
          case COMMIT_UNKNOWN_RESULT -> "Transaction may or may not have committed";
          case TRANSACTION_CANCELLED -> "Operation aborted because the transaction was cancelled";
          case TRANSACTION_TIMED_OUT -> "Operation aborted because the transaction timed out";
          case BROKEN_PROMISE -> "Broken promise";
          case OPERATION_CANCELLED -> "Asynchronous operation cancelled";
          case USED_DURING_COMMIT -> "Operation issued while a commit was outstanding";
          default -> "Transaction does not have a valid commit version";
        };
    return new FDBException(message, code);
  }

  static <T extends @Nullable Object> CompletableFuture<T> failed(int code) {
    return CompletableFuture.failedFuture(of(code));
  }

  /** The error without the exceptions that futures wrap around it. */
  static Throwable unwrap(Throwable error) {
    boolean wrapped = error instanceof CompletionException || error instanceof ExecutionException;
    Throwable cause = error.getCause();
    return wrapped && cause != null ? cause : error;
  }

  /** The code of FoundationDB's error, or {@link #NONE} for another error. */
  static int codeOf(Throwable error) {
    return unwrap(error) instanceof FDBException known ? known.getCode() : NONE;
  }

  /**
   * Whether the client raises this error itself, so that a hung cluster does not withhold it. True
   * for all errors that a retry cannot mend.
   */
  static boolean isOfClient(Throwable error) {
    return switch (codeOf(error)) {
      case 1007, 1009, 1020, 1021, 1037, 1038, 1039, 1042, 1051, 1078, 1079, 1213, 1223 -> false;
      default -> true;
    };
  }
}
