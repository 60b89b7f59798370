package dev.tenure.queue;

import dev.tenure.record.error.RecordLayerException;
import org.jspecify.annotations.Nullable;

/**
 * An operational error of the queue. The transaction that failed with it has written nothing,
 * unless {@link #maybeCommitted()}.
 */
public class QueueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of error; the names are stable, so that callers can switch over them. */
  public enum Code {
    TENANT_NOT_FOUND(false),
    TENANT_EXISTS(false),
    /** An enqueue was refused because the tenant is suspended. */
    TENANT_SUSPENDED(false),
    /** The tenant is being deleted; it can be created again when the deletion has ended. */
    TENANT_DELETING(false),
    /** The tenant is being moved to another cluster, and is served again soon. */
    TENANT_MOVING(true),
    /** The move is not in a state that allows the operation; nothing was changed. */
    MOVE_REFUSED(false),
    /** No move of the tenant was asked for lately. */
    MOVE_NOT_FOUND(false),
    /** There is no plan of moves with the id. */
    PLAN_NOT_FOUND(false),
    /** Another mover has taken over the move, or works on it. */
    MOVE_TAKEN_OVER(true),
    /** The copy of a tenant differs from the original, and was not used. */
    MOVE_NOT_VERIFIED(false),
    /** Another tenant owns the alternate key. */
    ALTERNATE_KEY_TAKEN(false),
    /** Several tenants own the alternate key, until a person decides. */
    ALTERNATE_KEY_VIOLATED(false),
    /** A kind of alternate key is not known to this process, or is being added or dropped. */
    ALTERNATE_KINDS_DIFFER(false),
    /**
     * Another change of the same directory entry or alternate key came first. Nothing was changed.
     */
    DIRECTORY_CONFLICT(true),
    /** A shard of the tenant directory does not answer; see {@link #maybeCommitted()}. */
    DIRECTORY_UNAVAILABLE(true),
    CLUSTER_NOT_FOUND(false),
    /** The cluster did not answer in time; see {@link #maybeCommitted()}. */
    CLUSTER_UNAVAILABLE(true),
    /** The stored list of clusters is not the process's own, or is being changed. */
    CLUSTERS_DIFFER(false),
    /** The cluster to be removed holds tenants. */
    CLUSTER_NOT_EMPTY(false),
    APPLICATION_NOT_FOUND(false),
    /** No cluster has stored a schema of the application. */
    SCHEMA_NOT_FOUND(false),
    /** The process has no external store of that name. */
    EXTERNAL_STORE_UNKNOWN(false),
    /** An external store does not answer; see {@link #maybeCommitted()}. */
    EXTERNAL_STORE_UNAVAILABLE(true),
    /** The items of the zone lie in an external store. */
    ZONE_EXTERNAL(false),
    ITEM_EXISTS(false),
    PAYLOAD_UNREADABLE(false),
    FORMAT_UNKNOWN(false),
    CORRUPT(false),
    STOPPED(true);

    private final boolean retryable;

    Code(boolean retryable) {
      this.retryable = retryable;
    }
  }

  private final Code code;

  public QueueException(Code code, String message) {
    this(code, message, null);
  }

  public QueueException(Code code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public Code code() {
    return code;
  }

  /** Whether the same call may succeed later without a repair. */
  public boolean retryable() {
    return code.retryable;
  }

  /**
   * Whether the failed transaction may have been committed: with this code, or in an earlier
   * attempt, whose commit had no known result.
   */
  public boolean maybeCommitted() {
    return RecordLayerException.maybeCommitted(this);
  }
}
