package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueException;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;

/** Whose trouble it is that a visit failed, and so who has to wait. */
enum VisitFailure {
  /** Another visit committed first: a cheap, expected outcome. */
  CONFLICT,
  /** The database was not well for the length of some attempts. */
  UNWELL,
  /**
   * The database did not answer in time, or refused the transaction: another one may fare no
   * better.
   */
  DATABASE,
  /** The store is damaged or locked for everybody: its pointer rests. */
  STORE,
  /**
   * This process cannot read the zone: it lacks the application's schema, newer metadata, a key, a
   * format. Others may not lack it, so that nothing is changed for them.
   */
  UNABLE;

  static VisitFailure of(Throwable error) {
    Throwable cause = FdbErrorPredicates.unwrap(error);
    if (FdbErrorPredicates.conflict(cause)) {
      return CONFLICT;
    }
    if (FdbErrorPredicates.codeOf(cause).isPresent()) {
      return FdbErrorPredicates.retryable(cause) ? UNWELL : DATABASE;
    }
    if (cause instanceof QueueException failed
        && failed.code() == QueueException.Code.CLUSTER_UNAVAILABLE) {
      return DATABASE;
    }
    return isOfStore(cause) ? STORE : UNABLE;
  }

  private static boolean isOfStore(Throwable cause) {
    if (cause instanceof QueueException failed) {
      return failed.code() == QueueException.Code.CORRUPT
          || failed.code() == QueueException.Code.TENANT_NOT_FOUND;
    }
    return cause instanceof RecordLayerException failed
        && (failed.code() == RecordLayerException.Code.DAMAGED
            || failed.code() == RecordLayerException.Code.STORE_LOCKED);
  }

  /** Whether a visit that has leased the pointer gives it back at once when it fails so. */
  boolean givesBack() {
    return switch (this) {
      case CONFLICT, UNWELL, UNABLE -> true;
      case DATABASE, STORE -> false;
    };
  }
}
