package dev.tenure.record.error;

import com.apple.foundationdb.FDBException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    /** A stored record has a type key that the metadata at hand does not know. */
    TYPE_UNKNOWN,
    /** A stored record is encrypted with a key that is not among those given. */
    KEY_UNKNOWN,
    /**
     * A stored record's checksum is right, but the key of its number does not open it: a wrong key,
     * a value that belongs to another record, or a forgery. Nothing is known to be lost.
     */
    DECRYPTION_REFUSED,
    /** A stored record is not encrypted where only encrypted ones are accepted. */
    NOT_ENCRYPTED,
    /** The store was written with a newer version of the metadata than the one at hand. */
    METADATA_NEWER,
    /** A stored record type or index is defined otherwise than the metadata at hand says. */
    METADATA_CHANGED,
    /** There is no metadata in the metadata store, or none of the version asked for. */
    METADATA_ABSENT,
    /** Metadata cannot follow the stored one: the message names each rule that is broken. */
    METADATA_REFUSED,
    /** The index is disabled in the store, or being built. */
    INDEX_NOT_READABLE,
    /** An index cannot be built as asked: the message says its state, and how it is being built. */
    BUILD_REFUSED,
    /** The store is locked: the message says since when and why. */
    STORE_LOCKED,
    /** A record to insert exists. */
    RECORD_EXISTS,
    /** A record to update does not exist. */
    RECORD_ABSENT,
    /** There is a record of another type under the primary key. */
    RECORD_TYPE_CHANGED,
    /** A record is larger than its type allows. */
    RECORD_TOO_LARGE,
    /**
     * Messages are nested deeper in a record than protobuf reads: the message names field and
     * limit. Such a record is not saved; one that is stored can be overwritten and deleted.
     */
    RECORD_TOO_DEEP,
    /** A key is larger than FoundationDB allows. */
    KEY_TOO_LARGE,
    /** A value is larger than FoundationDB allows. */
    VALUE_TOO_LARGE,
    /** A key expression cannot be evaluated on a record: the message names path and values. */
    KEY_NOT_COMPUTABLE,
    /** Two records have the same value in a unique index. */
    UNIQUENESS_VIOLATION,
    /** A continuation is damaged, or of another scan. */
    CONTINUATION_REFUSED,
    /**
     * A sync token is older than deletions of which the store does not tell any more: begin anew.
     */
    SYNC_TOKEN_EXPIRED,
    /** A sync token is of a later incarnation than the store: its data has moved from here. */
    SYNC_TOKEN_AHEAD,
    /** A key, a tuple or an exported path is of no directory of the key space. */
    PATH_UNKNOWN,
    /** An import would overwrite what lies below the path. */
    PATH_NOT_EMPTY,
    /** A continuation is larger or deeper than its limits. */
    CONTINUATION_TOO_LARGE,
    /** A scan has used up its limits, and was to fail then; or what was asked is not known yet. */
    SCAN_BUDGET_EXCEEDED,
    /** No plan answers the query as it is asked: the message says which index would. */
    QUERY_NOT_PLANNED,
    /** A query has more parts, or more ways to answer it, than a planner looks at. */
    QUERY_TOO_COMPLEX,
    /** A change by query cannot be made to a record: the message names the record and why. */
    CHANGE_REFUSED,
    /** FoundationDB 1020: something the transaction read was changed. */
    COMMIT_CONFLICT,
    /** FoundationDB 1021 or 1039: whether the transaction was committed is not known. */
    COMMIT_UNKNOWN,
    /** FoundationDB 1007: the transaction took longer than five seconds. */
    TRANSACTION_TOO_OLD,
    /** FoundationDB 2101, or too many local versions: the transaction is larger than its limit. */
    TRANSACTION_TOO_LARGE,
    /** FoundationDB 1031, or no answer at all: the transaction took longer than its timeout. */
    TIMED_OUT,
    /** Any other error of FoundationDB; {@link #fdbCode()} tells. */
    DATABASE
  }

  private final Code code;
  private final int fdbCode;
  private final boolean maybeCommitted;
  private final String[] conflictingKeys;

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
    this.conflictingKeys = new String[0];
  }

  private RecordLayerException(
      String doing, FDBException cause, boolean maybeCommitted, String[] conflictingKeys) {
    super(
        doing
            + "FoundationDB error "
            + cause.getCode()
            + ": "
            + cause.getMessage()
            + (conflictingKeys.length == 0
                ? ""
                : "; conflicting keys: " + String.join(", ", conflictingKeys)),
        cause);
    this.code = codeOf(cause.getCode());
    this.fdbCode = cause.getCode();
    this.maybeCommitted = maybeCommitted;
    this.conflictingKeys = conflictingKeys;
  }

  /**
   * The error as callers of this module meet it: futures' wrappers taken off, errors of
   * FoundationDB as this exception with the original as its cause, all others as they are.
   */
  public static Throwable of(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof FDBException fdb
        ? new RecordLayerException(
            "", fdb, FdbErrorPredicates.maybeCommitted(fdb.getCode()), new String[0])
        : plain;
  }

  /**
   * As {@link #of}, for an error that came before a commit was submitted: 1039 then tells of a read
   * alone.
   */
  public static Throwable beforeCommit(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof FDBException fdb
        ? new RecordLayerException(
            "", fdb, fdb.getCode() == FdbErrorPredicates.COMMIT_UNKNOWN_RESULT, new String[0])
        : of(error);
  }

  /** A conflict, with the ranges of keys that were changed, for people. */
  public static Throwable conflict(Throwable error, List<String> conflictingKeys) {
    return FdbErrorPredicates.unwrap(error) instanceof FDBException fdb
        ? new RecordLayerException("", fdb, false, conflictingKeys.toArray(new String[0]))
        : of(error);
  }

  /**
   * As {@link #of}, for the error that ends a run.
   *
   * @param doing what was run, for the message
   * @param maybeCommitted whether the transaction may have been committed all the same
   */
  public static Throwable of(Throwable error, String doing, boolean maybeCommitted) {
    Throwable plain = of(error);
    return plain.getCause() instanceof FDBException fdb && plain instanceof RecordLayerException own
        ? new RecordLayerException(doing + ": ", fdb, maybeCommitted, own.conflictingKeys)
        : plain;
  }

  /** The exception of this module that an error is, or the nearest of its causes that is one. */
  public static Optional<RecordLayerException> toldOf(@Nullable Throwable error) {
    int depth = 0;
    for (Throwable cause = error; cause != null && depth < 100; cause = cause.getCause()) {
      if (cause instanceof RecordLayerException told) {
        return Optional.of(told);
      }
      depth++;
    }
    return Optional.empty();
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

  /**
   * Ranges of keys whose change was the conflict, {@code [begin, end)} as {@code
   * ByteArrayUtil.printable} shows them, some 16 at most; empty unless {@code
   * ContextOptions.withReportConflictingKeys} was set.
   */
  public List<String> conflictingKeys() {
    return List.of(conflictingKeys);
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
