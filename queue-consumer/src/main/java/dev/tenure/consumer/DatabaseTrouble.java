package dev.tenure.consumer;

import dev.tenure.record.FdbErrorPredicates;
import java.util.OptionalInt;

/** Tells errors of the database from errors of what it was asked to do, by FoundationDB's codes. */
final class DatabaseTrouble {
  private static final int DISK_FIRST = 1500;
  private static final int DISK_LAST = 1599;

  /** From here on codes mean that the caller asked for something wrong, or too much. */
  private static final int CALLER_FIRST = 2000;

  private DatabaseTrouble() {}

  /** The same transaction may succeed later, once the database is well. */
  static boolean isCause(Throwable error) {
    OptionalInt code = FdbErrorPredicates.codeOf(error);
    return code.isPresent() && code.getAsInt() < CALLER_FIRST;
  }

  /**
   * As {@link #isCause}, for code of the application, which may itself use the database wrongly.
   */
  static boolean isCertainCause(Throwable error) {
    int code = FdbErrorPredicates.codeOf(error).orElse(0);
    return FdbErrorPredicates.retryable(code) || (code >= DISK_FIRST && code <= DISK_LAST);
  }

  /** A transaction that was too large, or otherwise not what FoundationDB takes. */
  static boolean isRefusal(Throwable error) {
    return FdbErrorPredicates.codeOf(error).orElse(0) >= CALLER_FIRST;
  }
}
