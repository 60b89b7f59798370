package dev.tenure.postgresql;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Options of a shard in PostgreSQL.
 *
 * @param schema the schema of the tables, default {@code tenure_global_index}: 1 to 60 lower-case
 *     letters, digits and underscores, the first one a letter. Give each index that shares a
 *     database a schema
 * @param timeout the longest time of a call, default 5 seconds, 1 ms to a day. A call without an
 *     answer then fails with {@code ShardDownException}. A larger value waits longer for a busy
 *     database, and for one that is down. Change it when callers cannot wait that long
 */
public record PostgresShardOptions(String schema, Duration timeout) {
  private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9_]{0,59}");
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  private static final Duration TIMEOUT_MAX = Duration.ofDays(1);

  public PostgresShardOptions {
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "the schema is \""
              + schema
              + "\"; it must be 1 to 60 lower-case letters, digits and underscores, the first one a"
              + " letter");
    }
    if (timeout.compareTo(TIMEOUT_MIN) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "the timeout of a shard is "
              + timeout
              + ", it must be "
              + TIMEOUT_MIN
              + " to "
              + TIMEOUT_MAX);
    }
  }

  public static PostgresShardOptions defaults() {
    return new PostgresShardOptions("tenure_global_index", Duration.ofSeconds(5));
  }

  public PostgresShardOptions withSchema(String newSchema) {
    return new PostgresShardOptions(newSchema, timeout);
  }

  public PostgresShardOptions withTimeout(Duration newTimeout) {
    return new PostgresShardOptions(schema, newTimeout);
  }
}
