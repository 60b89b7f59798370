package dev.tenure.consumer.failure;

import dev.tenure.queue.QueueException;
import dev.tenure.record.error.RecordLayerException;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;

/**
 * The meaning of a transaction's error, by FoundationDB's codes. Whether the database or the
 * effects are to blame depends on the transaction too; docs/handlers.md has the table.
 */
public enum DatabaseTrouble {
  /** 1020: a row that the transaction read has changed. */
  CONFLICT,
  /** 1007: the transaction was too old, because it took too long or because the database did. */
  TOO_OLD,
  /**
   * The database does not answer or cannot take writes, the tenant is being moved, or this process
   * cannot run its tasks.
   */
  UNWELL,
  /** 2000 and more: the transaction is too large, or FoundationDB refuses it for another reason. */
  REFUSED,
  /** No error of the database. */
  NONE;

  private static final int NOT_COMMITTED = 1020;
  private static final int TRANSACTION_TOO_OLD = 1007;
  private static final int TIMED_OUT = 1031;
  private static final int OPERATION_CANCELLED = 1101;

  /** Codes from this one on mean that the request was wrong or too large. */
  private static final int CALLER_FIRST = 2000;

  public static DatabaseTrouble of(Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    OptionalInt code = ForeignErrors.fdbCode(plain);
    if (code.isPresent()) {
      return of(code.getAsInt());
    }
    return plain instanceof RejectedExecutionException || isSilence(plain) || isMoving(plain)
        ? UNWELL
        : NONE;
  }

  /** Whether the database did not answer in time, so that the outcome may be unknown. */
  public static boolean isSilence(Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    if (plain instanceof QueueException failed) {
      return failed.code() == QueueException.Code.CLUSTER_UNAVAILABLE;
    }
    return ForeignErrors.fdbCode(plain).orElse(0) == TIMED_OUT
        || (plain instanceof RecordLayerException failed
            && failed.code() == RecordLayerException.Code.TIMED_OUT);
  }

  private static boolean isMoving(Throwable plain) {
    return plain instanceof QueueException failed
        && failed.code() == QueueException.Code.TENANT_MOVING;
  }

  /**
   * Whether the client gave up the operation, because the database was closed or dropped pending
   * operations.
   */
  public static boolean isCancelled(Throwable error) {
    return ForeignErrors.fdbCode(ForeignErrors.unwrap(error)).orElse(0) == OPERATION_CANCELLED;
  }

  private static DatabaseTrouble of(int code) {
    if (code == NOT_COMMITTED) {
      return CONFLICT;
    }
    if (code == TRANSACTION_TOO_OLD) {
      return TOO_OLD;
    }
    return code >= CALLER_FIRST ? REFUSED : UNWELL;
  }

  /**
   * Whether a transaction without effects that failed with this error may succeed once the database
   * is well.
   */
  public boolean mayPass() {
    return this == CONFLICT || this == TOO_OLD || this == UNWELL;
  }
}
