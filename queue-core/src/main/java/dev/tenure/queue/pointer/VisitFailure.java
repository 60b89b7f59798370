package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueException;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;

/** The cause of a failed visit, which decides whether its consumer, all or none must wait. */
enum VisitFailure {
  /** Another visit committed first, which is frequent and harmless. */
  CONFLICT,
  /** Several attempts failed with retryable errors of the database. */
  UNWELL,
  /**
   * The database did not answer in time, or refused the transaction. Other transactions are likely
   * to fail, too.
   */
  DATABASE,
  /** The store is damaged or locked, so that no consumer can read it. Its pointer rests. */
  STORE,
  /**
   * This process cannot read the zone: it lacks the application's schema, newer metadata, a key or
   * a format. Other consumers may have it, so the pointer stays as it is.
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

  /** Whether a visit that fails with this cause gives a leased pointer back at once. */
  boolean givesBack() {
    return switch (this) {
      case CONFLICT, UNWELL, UNABLE -> true;
      case DATABASE, STORE -> false;
    };
  }
}
