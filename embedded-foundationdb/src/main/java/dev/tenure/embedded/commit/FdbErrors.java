package dev.tenure.embedded.commit;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.storage.StorageException;

/**
 * FoundationDB's error codes with their messages. Every {@link FDBException} of the engine is
 * created here or is a {@link CommitConflictException}.
 */
public final class FdbErrors {
  public static final int OPERATION_FAILED = 1000;
  public static final int TIMED_OUT = 1004;
  public static final int TRANSACTION_TOO_OLD = 1007;
  public static final int FUTURE_VERSION = 1009;
  public static final int NOT_COMMITTED = 1020;
  public static final int COMMIT_UNKNOWN_RESULT = 1021;
  public static final int TRANSACTION_CANCELLED = 1025;
  public static final int TRANSACTION_TIMED_OUT = 1031;
  public static final int TOO_MANY_WATCHES = 1032;
  public static final int WATCHES_DISABLED = 1034;
  public static final int ACCESSED_UNREADABLE = 1036;
  public static final int PROCESS_BEHIND = 1037;
  public static final int DATABASE_LOCKED = 1038;
  public static final int CLUSTER_VERSION_CHANGED = 1039;
  public static final int COMMIT_PROXY_MEMORY_LIMIT_EXCEEDED = 1042;
  public static final int SHUTDOWN_IN_PROGRESS = 1043;
  public static final int BATCH_TRANSACTION_THROTTLED = 1051;
  public static final int GRV_PROXY_MEMORY_LIMIT_EXCEEDED = 1078;
  public static final int BLOB_GRANULE_REQUEST_FAILED = 1079;
  public static final int BROKEN_PROMISE = 1100;
  public static final int OPERATION_CANCELLED = 1101;
  public static final int TAG_THROTTLED = 1213;
  public static final int PROXY_TAG_THROTTLED = 1223;
  public static final int IO_ERROR = 1510;
  public static final int CLIENT_INVALID_OPERATION = 2000;
  public static final int COMMIT_READ_INCOMPLETE = 2002;
  public static final int KEY_OUTSIDE_LEGAL_RANGE = 2004;
  public static final int INVERTED_RANGE = 2005;
  public static final int INVALID_OPTION_VALUE = 2006;
  public static final int INVALID_OPTION = 2007;
  public static final int READ_VERSION_ALREADY_SET = 2010;
  public static final int VERSION_INVALID = 2011;
  public static final int RANGE_LIMITS_INVALID = 2012;
  public static final int FUTURE_NOT_SET = 2015;
  public static final int USED_DURING_COMMIT = 2017;
  public static final int INVALID_MUTATION_TYPE = 2018;
  public static final int TRANSACTION_INVALID_VERSION = 2020;
  public static final int NO_COMMIT_VERSION = 2021;
  public static final int TRANSACTION_READ_ONLY = 2023;
  public static final int MAPPER_BAD_INDEX = 2030;
  public static final int MAPPER_BAD_RANGE_DESCRIPTOR = 2032;
  public static final int GET_MAPPED_KEY_VALUES_HAS_MORE = 2038;
  public static final int GET_MAPPED_RANGE_READS_YOUR_WRITES = 2039;
  public static final int KEY_NOT_TUPLE = 2041;
  public static final int VALUE_NOT_TUPLE = 2042;
  public static final int MAPPER_NOT_TUPLE = 2043;
  public static final int TRANSACTION_TOO_LARGE = 2101;
  public static final int KEY_TOO_LARGE = 2102;
  public static final int VALUE_TOO_LARGE = 2103;
  public static final int UNSUPPORTED_OPERATION = 2108;
  public static final int TOO_MANY_TAGS = 2109;
  public static final int TAG_TOO_LONG = 2110;
  public static final int SPECIAL_KEYS_CROSS_MODULE_READ = 2112;
  public static final int SPECIAL_KEYS_NO_MODULE_FOUND = 2113;
  public static final int SPECIAL_KEYS_WRITE_DISABLED = 2114;
  public static final int SPECIAL_KEYS_NO_WRITE_MODULE_FOUND = 2115;
  public static final int SPECIAL_KEYS_CROSS_MODULE_CLEAR = 2116;
  public static final int SPECIAL_KEYS_API_FAILURE = 2117;
  public static final int EXACT_MODE_WITHOUT_LIMITS = 2210;
  public static final int UNKNOWN_ERROR = 4000;
  public static final int INTERNAL_ERROR = 4100;

  private FdbErrors() {}

  /** An exception with FoundationDB's message for the code. */
  public static FDBException exception(int code) {
    return new FDBException(message(code), code);
  }

  /** The exception 4100 with the defect as its cause. */
  static FDBException internalError(Throwable cause) {
    FDBException error = exception(INTERNAL_ERROR);
    error.initCause(cause);
    return error;
  }

  /** The exception 1510 with the storage's exception as its cause. */
  static FDBException ioError(StorageException cause) {
    FDBException error = exception(IO_ERROR);
    error.initCause(cause);
    return error;
  }

  /** The exception 1021 with the storage's exception as its cause. */
  static FDBException unknownResult(StorageException cause) {
    FDBException error = exception(COMMIT_UNKNOWN_RESULT);
    error.initCause(cause);
    return error;
  }

  /** FoundationDB's message for the code, or {@code UNKNOWN_ERROR} for an unknown code. */
  public static String message(int code) {
    return switch (code / 1000) {
      case 1 -> messageOfFailure(code);
      case 2 -> messageOfMisuse(code);
      default ->
          switch (code) {
            case UNKNOWN_ERROR -> "An unknown error occurred";
            case INTERNAL_ERROR -> "An internal error occurred";
            default -> "UNKNOWN_ERROR";
          };
    };
  }

  private static String messageOfFailure(int code) {
    return switch (code) {
      case OPERATION_FAILED -> "Operation failed";
      case TIMED_OUT -> "Operation timed out";
      case TRANSACTION_TOO_OLD -> "Transaction is too old to perform reads or be committed";
      case FUTURE_VERSION -> "Request for future version";
      case NOT_COMMITTED -> "Transaction not committed due to conflict with another transaction";
      case COMMIT_UNKNOWN_RESULT -> "Transaction may or may not have committed";
      case TRANSACTION_CANCELLED -> "Operation aborted because the transaction was cancelled";
      case TRANSACTION_TIMED_OUT -> "Operation aborted because the transaction timed out";
      case TOO_MANY_WATCHES -> "Too many watches currently set";
      case WATCHES_DISABLED -> "Watches cannot be set if read your writes is disabled";
      case ACCESSED_UNREADABLE -> "Read or wrote an unreadable key";
      case PROCESS_BEHIND -> "Storage process does not have recent mutations";
      case DATABASE_LOCKED -> "Database is locked";
      case CLUSTER_VERSION_CHANGED -> "The protocol version of the cluster has changed";
      case COMMIT_PROXY_MEMORY_LIMIT_EXCEEDED -> "CommitProxy commit memory limit exceeded";
      case SHUTDOWN_IN_PROGRESS -> "Operation no longer supported due to shutdown";
      case BATCH_TRANSACTION_THROTTLED -> "Batch GRV request rate limit exceeded";
      case GRV_PROXY_MEMORY_LIMIT_EXCEEDED -> "GetReadVersion proxy memory limit exceeded";
      case BLOB_GRANULE_REQUEST_FAILED -> "BlobGranule request failed";
      case BROKEN_PROMISE -> "Broken promise";
      case OPERATION_CANCELLED -> "Asynchronous operation cancelled";
      case TAG_THROTTLED -> "Transaction tag is being throttled";
      case PROXY_TAG_THROTTLED -> "Exceeded maximum proxy tag throttling duration";
      case IO_ERROR -> "Disk i/o operation failed";
      default -> "UNKNOWN_ERROR";
    };
  }

  private static String messageOfMisuse(int code) {
    return code < TRANSACTION_TOO_LARGE ? messageOfCall(code) : messageOfLimit(code);
  }

  private static String messageOfCall(int code) {
    return switch (code) {
      case CLIENT_INVALID_OPERATION -> "Invalid API call";
      case COMMIT_READ_INCOMPLETE -> "Commit with incomplete read";
      case KEY_OUTSIDE_LEGAL_RANGE -> "Key outside legal range";
      case INVERTED_RANGE -> "Range begin key larger than end key";
      case INVALID_OPTION_VALUE -> "Option set with an invalid value";
      case INVALID_OPTION -> "Option not valid in this context";
      case READ_VERSION_ALREADY_SET -> "Transaction already has a read version set";
      case VERSION_INVALID -> "Version not valid";
      case RANGE_LIMITS_INVALID -> "Range limits not valid";
      case FUTURE_NOT_SET -> "Future not ready";
      case USED_DURING_COMMIT -> "Operation issued while a commit was outstanding";
      case INVALID_MUTATION_TYPE -> "Unrecognized atomic mutation type";
      case TRANSACTION_INVALID_VERSION -> "Transaction does not have a valid commit version";
      case NO_COMMIT_VERSION ->
          "Transaction is read-only and therefore does not have a commit version";
      case TRANSACTION_READ_ONLY -> "Attempted to commit a transaction specified as read-only";
      case MAPPER_BAD_INDEX -> "The index in K[] or V[] is not a valid number or out of range";
      case MAPPER_BAD_RANGE_DESCRIPTOR -> "\"{...}\" must be the last element of the mapper tuple";
      case GET_MAPPED_KEY_VALUES_HAS_MORE -> "getMappedRange does not support continuation for now";
      case GET_MAPPED_RANGE_READS_YOUR_WRITES ->
          "getMappedRange tries to read data that were previously written in the " + "transaction";
      case KEY_NOT_TUPLE -> "The key cannot be parsed as a tuple";
      case VALUE_NOT_TUPLE -> "The value cannot be parsed as a tuple";
      case MAPPER_NOT_TUPLE -> "The mapper cannot be parsed as a tuple";
      default -> "UNKNOWN_ERROR";
    };
  }

  private static String messageOfLimit(int code) {
    return switch (code) {
      case TRANSACTION_TOO_LARGE -> "Transaction exceeds byte limit";
      case KEY_TOO_LARGE -> "Key length exceeds limit";
      case VALUE_TOO_LARGE -> "Value length exceeds limit";
      case UNSUPPORTED_OPERATION -> "Operation is not supported";
      case TOO_MANY_TAGS -> "Too many tags set on transaction";
      case TAG_TOO_LONG -> "Tag set on transaction is too long";
      case SPECIAL_KEYS_CROSS_MODULE_READ ->
          "Special key space range read crosses modules. Refer to the "
              + "`special_key_space_relaxed' transaction option for more details.";
      case SPECIAL_KEYS_NO_MODULE_FOUND ->
          "Special key space range read does not intersect a module. Refer to the "
              + "`special_key_space_relaxed' transaction option for more details.";
      case SPECIAL_KEYS_WRITE_DISABLED ->
          "Special Key space is not allowed to write by default. Refer to the "
              + "`special_key_space_enable_writes` transaction option for more details.";
      case SPECIAL_KEYS_NO_WRITE_MODULE_FOUND ->
          "Special key space key or keyrange in set or clear does not intersect a " + "module";
      case SPECIAL_KEYS_CROSS_MODULE_CLEAR -> "Special key space clear crosses modules";
      case SPECIAL_KEYS_API_FAILURE ->
          "Api call through special keys failed. For more information, call get "
              + "on special key 0xff0xff/error_message to get a json string of the "
              + "error message.";
      case EXACT_MODE_WITHOUT_LIMITS -> "EXACT streaming mode requires limits, but none were given";
      default -> "UNKNOWN_ERROR";
    };
  }
}
