package dev.tenure.record;

import com.apple.foundationdb.FDBException;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Something a correct caller may meet: stored data that is not as expected, a limit, a conflict.
 * Bugs of the caller are {@link IllegalArgumentException} and {@link IllegalStateException}
 * instead.
 */
public class RecordLayerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Code {
    /** The store to open does not exist. */
    STORE_ABSENT,
    /** The store to create exists. */
    STORE_EXISTS,
    /** Stored data contradicts itself: the message names where, what was expected and found. */
    DAMAGED,
    /** Stored data has a format this version of the library does not know. */
    FORMAT_UNKNOWN,
    /** The store was written with a newer version of the metadata than the one at hand. */
    METADATA_NEWER,
    /** A stored record type or index is defined otherwise than the metadata at hand says. */
    METADATA_CHANGED,
    /** The metadata has an index that the records already stored are not in. */
    INDEX_NOT_BUILT,
    /** A record to insert exists. */
    RECORD_EXISTS,
    /** A record to update does not exist. */
    RECORD_ABSENT,
    /** A record is larger than its type allows. */
    RECORD_TOO_LARGE,
    /** A key is larger than FoundationDB allows. */
    KEY_TOO_LARGE,
    /** A value is larger than FoundationDB allows. */
    VALUE_TOO_LARGE,
    /** Two records have the same value in a unique index. */
    UNIQUENESS_VIOLATION,
    /** A continuation is damaged, or of another scan. */
    CONTINUATION_REFUSED,
    /** A continuation is larger or deeper than its limits. */
    CONTINUATION_TOO_LARGE,
    /** A scan has used up its limits, and was to fail then; or what was asked is not known yet. */
    SCAN_BUDGET_EXCEEDED,
    /** FoundationDB 1020: something the transaction read was changed. */
    COMMIT_CONFLICT,
    /** FoundationDB 1021 or 1039: whether the transaction was committed is not known. */
    COMMIT_UNKNOWN,
    /** FoundationDB 1007: the transaction took longer than five seconds. */
    TRANSACTION_TOO_OLD,
    /** FoundationDB 2101: the transaction is larger than its limit. */
    TRANSACTION_TOO_LARGE,
    /** FoundationDB 1031: the transaction took longer than its timeout option. */
    TIMED_OUT,
    /** Any other error of FoundationDB; {@link #fdbCode()} tells. */
    DATABASE
  }

  private final Code code;
  private final int fdbCode;
  private final boolean maybeCommitted;

  /** An error that did not come from FoundationDB: not retryable, not committed. */
  public RecordLayerException(Code code, String message) {
    this(code, message, null);
  }

  /** An error that did not come from FoundationDB, with what led to it. */
  public RecordLayerException(Code code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code");
    this.fdbCode = 0;
    this.maybeCommitted = false;
  }

  private RecordLayerException(String doing, FDBException cause, boolean maybeCommitted) {
    super(doing + "FoundationDB error " + cause.getCode() + ": " + cause.getMessage(), cause);
    this.code = codeOf(cause.getCode());
    this.fdbCode = cause.getCode();
    this.maybeCommitted = maybeCommitted;
  }

  /**
   * The error as callers of this module meet it: futures' wrappers taken off, errors of
   * FoundationDB as this exception with the original as its cause, all others as they are.
   */
  public static Throwable of(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof FDBException fdb
        ? new RecordLayerException("", fdb, FdbErrorPredicates.maybeCommitted(fdb.getCode()))
        : plain;
  }

  /**
   * As {@link #of}, for the error that ends a run.
   *
   * @param doing what was run, for the message
   * @param maybeCommitted whether the transaction may have been committed all the same
   */
  static Throwable of(Throwable error, String doing, boolean maybeCommitted) {
    Throwable plain = of(error);
    return plain.getCause() instanceof FDBException fdb && plain instanceof RecordLayerException
        ? new RecordLayerException(doing + ": ", fdb, maybeCommitted)
        : plain;
  }

  public Code code() {
    return code;
  }

  /** FoundationDB's code, when the error came from there. */
  public OptionalInt fdbCode() {
    return fdbCode == 0 ? OptionalInt.empty() : OptionalInt.of(fdbCode);
  }

  /** Whether the same work in a new transaction may succeed. */
  public boolean retryable() {
    return FdbErrorPredicates.retryable(fdbCode);
  }

  /** Whether the transaction may have been committed all the same. */
  public boolean maybeCommitted() {
    return maybeCommitted;
  }

  private static Code codeOf(int fdbCode) {
    return switch (fdbCode) {
      case FdbErrorPredicates.NOT_COMMITTED -> Code.COMMIT_CONFLICT;
      case FdbErrorPredicates.COMMIT_UNKNOWN_RESULT, FdbErrorPredicates.CLUSTER_VERSION_CHANGED ->
          Code.COMMIT_UNKNOWN;
      case FdbErrorPredicates.TRANSACTION_TOO_OLD -> Code.TRANSACTION_TOO_OLD;
      case FdbErrorPredicates.TRANSACTION_TOO_LARGE -> Code.TRANSACTION_TOO_LARGE;
      case FdbErrorPredicates.TIMED_OUT -> Code.TIMED_OUT;
      default -> Code.DATABASE;
    };
  }
}
