package dev.tenure.queue;

import dev.tenure.record.error.RecordLayerException;
import org.jspecify.annotations.Nullable;

/** An operational error of the queue. Nothing of the transaction that failed with it is kept. */
public class QueueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong; stable, to be switched over. */
  public enum Code {
    TENANT_NOT_FOUND(false),
    TENANT_EXISTS(false),
    CLUSTER_NOT_FOUND(false),
    /** The cluster did not answer in time; {@link #maybeCommitted()} says what that may mean. */
    CLUSTER_UNAVAILABLE(true),
    /** Another list of clusters is stored than the one at hand, or is being changed. */
    CLUSTERS_DIFFER(false),
    /** The cluster to be removed holds tenants. */
    CLUSTER_NOT_EMPTY(false),
    APPLICATION_NOT_FOUND(false),
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

  /** Whether the same call may succeed later without anything being repaired. */
  public boolean retryable() {
    return code.retryable;
  }

  /** Whether the transaction that failed so may have been committed all the same. */
  public boolean maybeCommitted() {
    return RecordLayerException.toldOf(getCause())
        .filter(RecordLayerException::maybeCommitted)
        .isPresent();
  }
}
