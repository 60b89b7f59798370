package dev.tenure.record.error;

import com.apple.foundationdb.FDBException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An error that a correct caller may meet: unexpected stored data, an exceeded limit, a conflict, a
 * failure of the database. A bug of the caller is an {@link IllegalArgumentException} or {@link
 * IllegalStateException} instead.
 */
public class RecordLayerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of error. */
  public enum Code {
    /** The store to open does not exist. */
    STORE_ABSENT,
    /** The store to create exists. */
    STORE_EXISTS,
    /** Stored data is corrupt: the message names the place, the expected and the actual value. */
    DAMAGED,
    /** Stored data has a format that this version of the library does not know. */
    FORMAT_UNKNOWN,
    /** A stored record has a type key that the given metadata does not have. */
    TYPE_UNKNOWN,
    /** A stored record is encrypted with a key that the serializer was not given. */
    KEY_UNKNOWN,
    /**
     * A stored record has a correct checksum, but its encryption key does not decrypt it. The key
     * with this number is a wrong one, or the value belongs to another record, or it is forged. The
     * data need not be lost.
     */
    DECRYPTION_REFUSED,
    /** A stored record is not encrypted, and the serializer accepts only encrypted records. */
    NOT_ENCRYPTED,
    /** The store was written with a newer version of the metadata than the given one. */
    METADATA_NEWER,
    /** A record type or index is defined differently in the store and in the given metadata. */
    METADATA_CHANGED,
    /** The metadata store has no metadata, or none of the requested version. */
    METADATA_ABSENT,
    /**
     * Metadata may not replace the stored metadata: the message names each broken rule of
     * evolution.
     */
    METADATA_REFUSED,
    /** The index cannot be read, because it is disabled or being built. */
    INDEX_NOT_READABLE,
    /**
     * An index cannot be built by the given plan: the message names its state and the plan under
     * way.
     */
    BUILD_REFUSED,
    /** The store is locked: the message names the time and the reason. */
    STORE_LOCKED,
    /** The record to insert exists already. */
    RECORD_EXISTS,
    /** The record to update does not exist. */
    RECORD_ABSENT,
    /** The primary key belongs to a record of another type. */
    RECORD_TYPE_CHANGED,
    /** A record is larger than its type allows. */
    RECORD_TOO_LARGE,
    /**
     * A record has messages nested deeper than protobuf parses: the error names the field and the
     * limit. Such a record cannot be saved. One that is stored already can be overwritten and
     * deleted.
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
    /** A continuation is corrupt, or belongs to another scan. */
    CONTINUATION_REFUSED,
    /**
     * A sync token is older than deletions that the store has forgotten: the reader has to start
     * again without a token.
     */
    SYNC_TOKEN_EXPIRED,
    /**
     * A sync token has a later incarnation than the store: the data has been moved to another
     * cluster, and this is the old copy.
     */
    SYNC_TOKEN_AHEAD,
    /** A key, a tuple or an exported path belongs to no directory of the key space. */
    PATH_UNKNOWN,
    /** The path to import into has keys already. */
    PATH_NOT_EMPTY,
    /** A continuation exceeds the limit of size or of depth. */
    CONTINUATION_TOO_LARGE,
    /**
     * A scan reached its limits and its options demand an error then, or it ended before its result
     * was known.
     */
    SCAN_BUDGET_EXCEEDED,
    /** No plan answers the query as it is asked: the message says which index would. */
    QUERY_NOT_PLANNED,
    /** A query has more parts, or more ways to answer it, than a planner looks at. */
    QUERY_TOO_COMPLEX,
    /** A sum of whole numbers has more than 64 bits with a sign: the message has sum and group. */
    SUM_TOO_LARGE,
    /** A change by query cannot be made to a record: the message names the record and why. */
    CHANGE_REFUSED,
    /** A shard of a global index did not answer, or refused; the message names it. */
    SHARD_DOWN,
    /** FoundationDB 1020: another transaction has changed a key that this one has read. */
    COMMIT_CONFLICT,
    /** FoundationDB 1021 or 1039: it is not known whether the transaction was committed. */
    COMMIT_UNKNOWN,
    /** FoundationDB 1007: the transaction took longer than five seconds. */
    TRANSACTION_TOO_OLD,
    /** FoundationDB 2101, or too many local versions: the transaction is larger than its limit. */
    TRANSACTION_TOO_LARGE,
    /** FoundationDB 1031, or no answer at all: the transaction took longer than its timeout. */
    TIMED_OUT,
    /** Any other error of FoundationDB; {@link #fdbCode()} is its code. */
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

  /** An error that did not come from FoundationDB, with its cause. */
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
   * The error as callers of this module meet it. The wrappers of futures are removed. An error of
   * FoundationDB becomes this exception, with the original error as the cause. Any other error
   * stays as it is.
   */
  public static Throwable of(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof FDBException fdb
        ? new RecordLayerException(
            "", fdb, FdbErrorPredicates.maybeCommitted(fdb.getCode()), new String[0])
        : plain;
  }

  /**
   * As {@link #of}, for an error before the commit was sent. Code 1039 then comes from a read, and
   * leaves no doubt about a commit.
   */
  public static Throwable beforeCommit(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof FDBException fdb
        ? new RecordLayerException(
            "", fdb, fdb.getCode() == FdbErrorPredicates.COMMIT_UNKNOWN_RESULT, new String[0])
        : of(error);
  }

  /**
   * The error of a conflict, with the key ranges that another transaction changed, as text for
   * people.
   */
  public static Throwable conflict(Throwable error, List<String> conflictingKeys) {
    return FdbErrorPredicates.unwrap(error) instanceof FDBException fdb
        ? new RecordLayerException("", fdb, false, conflictingKeys.toArray(new String[0]))
        : of(error);
  }

  /**
   * As {@link #of}, for the error that ends a run. {@link #maybeCommitted(Throwable)} then tells
   * what is said here, whatever error it is.
   *
   * @param doing the name of the run, for the message
   * @param maybeCommitted whether the transaction may have been committed in spite of the error
   */
  public static Throwable of(Throwable error, String doing, boolean maybeCommitted) {
    Throwable plain = of(error);
    if (plain.getCause() instanceof FDBException fdb && plain instanceof RecordLayerException own) {
      return new RecordLayerException(doing + ": ", fdb, maybeCommitted, own.conflictingKeys);
    }
    return maybeCommitted
        ? withDoubt(plain, doing + ": an earlier attempt may have been committed")
        : plain;
  }

  /**
   * Whether the transaction of a run that failed with this error may have been committed. The error
   * may be any, such as one that the run's body threw in a second attempt, after the first one's
   * commit had no known result. An error that suppresses nothing cannot tell of earlier attempts.
   */
  public static boolean maybeCommitted(Throwable error) {
    return EarlierAttempt.isToldBy(error);
  }

  /**
   * Makes an error that replaces another one tell, as that one did, that a transaction may have
   * been committed.
   *
   * @return the new error
   */
  public static <E extends Throwable> E withDoubtOf(Throwable replaced, E error) {
    if (maybeCommitted(replaced) && !maybeCommitted(error)) {
      EarlierAttempt.addTo(error, "an earlier attempt may have been committed", replaced);
    }
    return error;
  }

  /**
   * Makes an error tell that something may have been committed, in an operation of several
   * transactions of which an earlier one was.
   *
   * @param why what was committed, for the message
   * @return the error
   */
  public static <E extends Throwable> E withDoubt(E error, String why) {
    if (!maybeCommitted(error)) {
      EarlierAttempt.addTo(error, why, null);
    }
    return error;
  }

  /**
   * The error itself if it is an exception of this module, or else its nearest cause that is one.
   */
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

  /** FoundationDB's code; empty when the error did not come from FoundationDB. */
  public OptionalInt fdbCode() {
    return fdbCode == 0 ? OptionalInt.empty() : OptionalInt.of(fdbCode);
  }

  /** Whether the same operation may succeed in a new transaction. */
  public boolean retryable() {
    return FdbErrorPredicates.retryable(fdbCode);
  }

  /** Whether the transaction may have been committed in spite of the error. */
  public boolean maybeCommitted() {
    return maybeCommitted || EarlierAttempt.isIn(this);
  }

  /**
   * The key ranges that another transaction changed, each as {@code [begin, end)} in the form of
   * {@code ByteArrayUtil.printable}; at most about 16. Empty unless {@code
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
