package dev.tenure.embedded.transaction;

import com.apple.foundationdb.OptionConsumer;
import dev.tenure.embedded.commit.FdbErrors;
import org.jspecify.annotations.Nullable;

/**
 * Takes the options of a database. Options that are defaults for transactions change {@link
 * TransactionDefaults}. Options that choose between processes of a cluster are accepted and have no
 * effect. Others fail with 2007.
 */
public final class DatabaseDefaults implements OptionConsumer {
  private static final int LOCATION_CACHE_SIZE = 10;
  private static final int MAX_WATCHES = 20;
  private static final int MACHINE_ID = 21;
  private static final int DATACENTER_ID = 22;
  private static final int SNAPSHOT_RYW_ENABLE = 26;
  private static final int SNAPSHOT_RYW_DISABLE = 27;
  private static final int LOGGING_MAX_FIELD_LENGTH = 405;
  private static final int TIMEOUT = 500;
  private static final int RETRY_LIMIT = 501;
  private static final int MAX_RETRY_DELAY = 502;
  private static final int SIZE_LIMIT = 503;
  private static final int CAUSAL_READ_RISKY = 504;
  private static final int INCLUDE_PORT_IN_ADDRESS = 505;
  private static final int AUTOMATIC_IDEMPOTENCY = 506;
  private static final int BYPASS_UNREADABLE = 700;
  private static final int USED_DURING_COMMIT_PROTECTION_DISABLE = 701;
  private static final int REPORT_CONFLICTING_KEYS = 702;
  private static final int TEST_CAUSAL_READ_RISKY = 900;
  private static final int WATCHES_MAX = 1_000_000;

  private final DatabaseContext database;

  public DatabaseDefaults(DatabaseContext database) {
    this.database = database;
  }

  @Override
  public synchronized void setOption(int code, byte @Nullable [] value) {
    database.setDefaults(changed(database.defaults(), code, value));
  }

  private static TransactionDefaults changed(
      TransactionDefaults old, int code, byte @Nullable [] value) {
    int max = Integer.MAX_VALUE;
    return switch (code) {
      case LOCATION_CACHE_SIZE,
          MACHINE_ID,
          DATACENTER_ID,
          LOGGING_MAX_FIELD_LENGTH,
          CAUSAL_READ_RISKY,
          INCLUDE_PORT_IN_ADDRESS,
          AUTOMATIC_IDEMPOTENCY,
          USED_DURING_COMMIT_PROTECTION_DISABLE,
          TEST_CAUSAL_READ_RISKY ->
          old;
      case MAX_WATCHES -> old.withWatchesMax(OptionValue.number(value, 0, WATCHES_MAX));
      case SNAPSHOT_RYW_ENABLE -> old.withSnapshotReads(old.snapshotReadsOwnWrites() + 1);
      case SNAPSHOT_RYW_DISABLE -> old.withSnapshotReads(old.snapshotReadsOwnWrites() - 1);
      case TIMEOUT -> old.withTimeoutMillis(OptionValue.number(value, 0, max));
      case RETRY_LIMIT -> old.withRetryLimit(OptionValue.number(value, -1, max));
      case MAX_RETRY_DELAY -> old.withRetryDelayMillisMax(OptionValue.number(value, 0, max));
      case SIZE_LIMIT ->
          old.withSizeLimit(
              OptionValue.number(
                  value, AttemptOptions.SIZE_LIMIT_MIN, AttemptOptions.SIZE_LIMIT_MAX));
      case BYPASS_UNREADABLE -> old.withFlags(true, old.reportConflictingKeys());
      case REPORT_CONFLICTING_KEYS -> old.withFlags(old.bypassUnreadable(), true);
      default -> throw FdbErrors.exception(FdbErrors.INVALID_OPTION);
    };
  }
}
