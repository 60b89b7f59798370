package dev.tenure.embedded.transaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.write.KeyLimits;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of one attempt, which a retry resets. The timeout and the limits of retrying stay
 * with the transaction instead: {@link RetryPolicy}. Used under the attempt's monitor.
 */
final class AttemptOptions {
  static final int SIZE_LIMIT_MIN = 32;
  static final int SIZE_LIMIT_MAX = 10_000_000;
  private static final int TAGS_MAX = 5;
  private static final int IDENTIFIER_BYTES_MAX = 100;
  private static final int SPAN_BYTES = 33;

  boolean readYourWritesDisabled;
  boolean readSystemKeys;
  boolean writeSystemKeys;
  boolean rawAccess;
  boolean readOnly;
  boolean durabilityRisky;
  boolean reportConflictingKeys;
  boolean bypassUnreadable;
  boolean specialKeysRelaxed;
  boolean specialKeyWrites;
  int sizeLimit;

  /** Snapshot reads see the transaction's own writes while this number is positive. */
  int snapshotReadsOwnWrites;

  private boolean lockAware;
  private boolean hasIdentifier;
  private boolean nextWriteWithoutConflict;
  private Set<String> tags = Set.of();

  AttemptOptions(TransactionDefaults defaults) {
    sizeLimit = defaults.sizeLimit();
    snapshotReadsOwnWrites = defaults.snapshotReadsOwnWrites();
    bypassUnreadable = defaults.bypassUnreadable();
    reportConflictingKeys = defaults.reportConflictingKeys();
  }

  /** Whether the next write adds a conflict range. The call resets the option. */
  boolean takeWriteConflict() {
    boolean conflicting = !nextWriteWithoutConflict;
    nextWriteWithoutConflict = false;
    return conflicting;
  }

  byte[] readEnd() {
    return readSystemKeys ? KeyLimits.END : KeyLimits.USER_END;
  }

  byte[] writeEnd() {
    return writeSystemKeys ? KeyLimits.END : KeyLimits.USER_END;
  }

  /**
   * Sets an option. Options that choose between servers, or concern the load of a cluster, are only
   * checked and have no effect.
   */
  void set(int code, byte @Nullable [] value) {
    if (OptionCode.takesText(code)) {
      setText(code, OptionValue.required(value));
      return;
    }
    switch (code) {
      case OptionCode.SIZE_LIMIT ->
          sizeLimit = OptionValue.number(value, SIZE_LIMIT_MIN, SIZE_LIMIT_MAX);
      case OptionCode.TRANSACTION_LOGGING_MAX_FIELD_LENGTH -> requireFieldLength(value);
      case OptionCode.DEBUG_RETRY_LOGGING, OptionCode.AUTHORIZATION_TOKEN -> {}
      default -> {
        OptionValue.requireNone(value);
        setFlag(code);
      }
    }
  }

  private void setText(int code, byte[] value) {
    switch (code) {
      case OptionCode.TAG, OptionCode.AUTO_THROTTLE_TAG -> addTag(value);
      case OptionCode.SPAN_PARENT -> requireLength(value, SPAN_BYTES, SPAN_BYTES);
      case OptionCode.IDEMPOTENCY_ID -> requireLength(value, 16, 255);
      default -> {
        requireLength(value, 1, IDENTIFIER_BYTES_MAX);
        hasIdentifier = true;
      }
    }
  }

  private static void requireLength(byte[] value, int min, int max) {
    if (value.length < min || value.length > max) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
  }

  /** Adds a tag. Like FoundationDB, it refuses a sixth tag even when it repeats another one. */
  private void addTag(byte[] tag) {
    String text = new String(tag, ISO_8859_1);
    if (tags.size() == TAGS_MAX) {
      throw FdbErrors.exception(FdbErrors.TOO_MANY_TAGS);
    }
    if (tags.isEmpty()) {
      tags = new HashSet<>();
    }
    tags.add(text);
  }

  private static void requireFieldLength(byte @Nullable [] value) {
    if (OptionValue.number(value, -1, Integer.MAX_VALUE) == 0) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
  }

  private void setFlag(int code) {
    switch (code) {
      case OptionCode.READ_YOUR_WRITES_DISABLE -> readYourWritesDisabled = true;
      case OptionCode.NEXT_WRITE_NO_WRITE_CONFLICT_RANGE -> nextWriteWithoutConflict = true;
      case OptionCode.ACCESS_SYSTEM_KEYS -> accessSystemKeys();
      case OptionCode.READ_SYSTEM_KEYS -> readSystemKeys();
      case OptionCode.RAW_ACCESS -> rawAccess = true;
      case OptionCode.SNAPSHOT_RYW_ENABLE -> snapshotReadsOwnWrites++;
      case OptionCode.SNAPSHOT_RYW_DISABLE -> snapshotReadsOwnWrites--;
      case OptionCode.LOCK_AWARE -> {
        lockAware = true;
        readOnly = false;
      }
      case OptionCode.READ_LOCK_AWARE -> {
        readOnly |= !lockAware;
        lockAware = true;
      }
      case OptionCode.DURABILITY_RISKY -> durabilityRisky = true;
      case OptionCode.REPORT_CONFLICTING_KEYS -> reportConflictingKeys = true;
      case OptionCode.BYPASS_UNREADABLE -> bypassUnreadable = true;
      case OptionCode.SPECIAL_KEY_SPACE_RELAXED -> specialKeysRelaxed = true;
      case OptionCode.SPECIAL_KEY_SPACE_ENABLE_WRITES -> specialKeyWrites = true;
      case OptionCode.LOG_TRANSACTION -> requireIdentifier();
      case OptionCode.INITIALIZE_NEW_DATABASE ->
          throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
      case OptionCode.USE_GRV_CACHE -> throw FdbErrors.exception(FdbErrors.INVALID_OPTION);
      default -> {}
    }
  }

  private void accessSystemKeys() {
    readSystemKeys();
    writeSystemKeys = true;
  }

  private void readSystemKeys() {
    readSystemKeys = true;
    rawAccess = true;
  }

  private void requireIdentifier() {
    if (!hasIdentifier) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
  }
}
