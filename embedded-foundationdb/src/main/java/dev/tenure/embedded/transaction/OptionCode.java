package dev.tenure.embedded.transaction;

import java.util.Arrays;

/** The numbers of FoundationDB 7.3's transaction options. */
final class OptionCode {
  static final int NEXT_WRITE_NO_WRITE_CONFLICT_RANGE = 30;
  static final int READ_YOUR_WRITES_DISABLE = 51;
  static final int DURABILITY_RISKY = 120;
  static final int INITIALIZE_NEW_DATABASE = 300;
  static final int ACCESS_SYSTEM_KEYS = 301;
  static final int READ_SYSTEM_KEYS = 302;
  static final int RAW_ACCESS = 303;
  static final int DEBUG_RETRY_LOGGING = 401;
  static final int TRANSACTION_LOGGING_ENABLE = 402;
  static final int DEBUG_TRANSACTION_IDENTIFIER = 403;
  static final int LOG_TRANSACTION = 404;
  static final int TRANSACTION_LOGGING_MAX_FIELD_LENGTH = 405;
  static final int TIMEOUT = 500;
  static final int RETRY_LIMIT = 501;
  static final int MAX_RETRY_DELAY = 502;
  static final int SIZE_LIMIT = 503;
  static final int IDEMPOTENCY_ID = 504;
  static final int SNAPSHOT_RYW_ENABLE = 600;
  static final int SNAPSHOT_RYW_DISABLE = 601;
  static final int LOCK_AWARE = 700;
  static final int READ_LOCK_AWARE = 702;
  static final int REPORT_CONFLICTING_KEYS = 712;
  static final int SPECIAL_KEY_SPACE_RELAXED = 713;
  static final int SPECIAL_KEY_SPACE_ENABLE_WRITES = 714;
  static final int TAG = 800;
  static final int AUTO_THROTTLE_TAG = 801;
  static final int SPAN_PARENT = 900;
  static final int BYPASS_UNREADABLE = 1100;
  static final int USE_GRV_CACHE = 1101;
  static final int AUTHORIZATION_TOKEN = 2000;

  /**
   * Every option there is, sorted. Those without a name above choose between servers, set
   * priorities, or bear on caches and traces of a cluster: nothing to choose from here.
   */
  private static final int[] ALL = {
    10, 20, 21, 23, 30, 40, 50, 51, 52, 110, 120, 130, 200, 201, 300, 301, 302, 303, 304, 400, 401,
    402, 403, 404, 405, 406, 500, 501, 502, 503, 504, 505, 507, 508, 509, 510, 511, 600, 601, 700,
    701, 702, 710, 711, 712, 713, 714, 800, 801, 900, 1000, 1100, 1101, 1102, 2000
  };

  private OptionCode() {}

  static boolean isKnown(int code) {
    return Arrays.binarySearch(ALL, code) >= 0;
  }

  /** Whether the option's value is text or bytes. */
  static boolean takesText(int code) {
    return switch (code) {
      case TAG,
          AUTO_THROTTLE_TAG,
          DEBUG_TRANSACTION_IDENTIFIER,
          TRANSACTION_LOGGING_ENABLE,
          SPAN_PARENT,
          IDEMPOTENCY_ID ->
          true;
      default -> false;
    };
  }
}
