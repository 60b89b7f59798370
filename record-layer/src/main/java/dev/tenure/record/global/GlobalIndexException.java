package dev.tenure.record.global;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the global index had no effect, or its outcome is not known. The library does not
 * retry the operation; the caller decides whether to.
 */
public final class GlobalIndexException extends RecordLayerException {
  private static final long serialVersionUID = 1L;

  /** Why an operation failed. */
  public enum Reason {
    /** A create met a record with its primary key. */
    RECORD_EXISTS(Code.RECORD_EXISTS),
    /** An update met no record. */
    RECORD_ABSENT(Code.RECORD_ABSENT),
    /** Another record owns an alternate key of the write. */
    KEY_TAKEN(Code.UNIQUENESS_VIOLATION),
    /** A concurrent operation touched the same record or key. Nothing was written; retryable. */
    CONFLICT(Code.COMMIT_CONFLICT),
    /** A shard did not answer or refused. The operation had no visible effect; retryable. */
    SHARD_DOWN(Code.SHARD_DOWN),
    /** A shard did not answer the last write: the operation may have had its effect. */
    OUTCOME_UNKNOWN(Code.COMMIT_UNKNOWN),
    /** Several records own one alternate key, which writes during an outage made possible. */
    KEY_VIOLATED(Code.UNIQUENESS_VIOLATION),
    /** A key is being added or dropped, so that some records do not own it yet, or no longer. */
    KEY_NOT_READABLE(Code.INDEX_NOT_READABLE);

    private final Code code;

    Reason(Code code) {
      this.code = code;
    }
  }

  private final Reason reason;

  public GlobalIndexException(Reason reason, String message) {
    this(reason, message, null);
  }

  public GlobalIndexException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason.code, message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  public boolean retryable() {
    return reason == Reason.CONFLICT || reason == Reason.SHARD_DOWN;
  }

  @Override
  public boolean maybeCommitted() {
    return reason == Reason.OUTCOME_UNKNOWN || super.maybeCommitted();
  }

  /** Whether a failed future of a shard means that the shard is down. */
  public static boolean isShardDown(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof ShardDownException
        || (plain instanceof GlobalIndexException own && own.reason == Reason.SHARD_DOWN);
  }
}
