package dev.tenure.consumer.failure;

import dev.tenure.queue.QueueException;
import dev.tenure.record.error.RecordLayerException;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;

/**
 * What an error of a transaction tells, by FoundationDB's codes. Who is to blame depends on the
 * transaction too; docs/handlers.md has the table.
 */
public enum DatabaseTrouble {
  /** 1020: something that was read has changed. */
  CONFLICT,
  /** 1007: the transaction was too old, by its own doing or because the database was held up. */
  TOO_OLD,
  /** The database does not answer, cannot take writes, or this process cannot run its tasks. */
  UNWELL,
  /** 2000 and more: too large, or otherwise not what FoundationDB takes. */
  REFUSED,
  /** No error of the database. */
  NONE;

  private static final int NOT_COMMITTED = 1020;
  private static final int TRANSACTION_TOO_OLD = 1007;
  private static final int TIMED_OUT = 1031;
  private static final int OPERATION_CANCELLED = 1101;

  /** From here on codes mean that the caller asked for something wrong, or too much. */
  private static final int CALLER_FIRST = 2000;

  public static DatabaseTrouble of(Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    OptionalInt code = ForeignErrors.fdbCode(plain);
    if (code.isPresent()) {
      return of(code.getAsInt());
    }
    return plain instanceof RejectedExecutionException || isSilence(plain) ? UNWELL : NONE;
  }

  /** The database did not answer in time, so that what it did is perhaps not known. */
  public static boolean isSilence(Throwable error) {
    Throwable plain = ForeignErrors.unwrap(error);
    if (plain instanceof QueueException failed) {
      return failed.code() == QueueException.Code.CLUSTER_UNAVAILABLE;
    }
    return ForeignErrors.fdbCode(plain).orElse(0) == TIMED_OUT
        || (plain instanceof RecordLayerException failed
            && failed.code() == RecordLayerException.Code.TIMED_OUT);
  }

  /** The client gave the operation up: the database was closed, or dropped what was pending. */
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

  /** A transaction without effects that fails so may succeed once the database is well. */
  public boolean mayPass() {
    return this == CONFLICT || this == TOO_OLD || this == UNWELL;
  }
}
