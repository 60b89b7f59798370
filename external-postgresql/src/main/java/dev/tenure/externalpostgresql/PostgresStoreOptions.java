package dev.tenure.externalpostgresql;

import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Options of a store in PostgreSQL.
 *
 * @param schema the schema of the tables, default {@code tenure_queue}: 1 to 60 lower-case letters,
 *     digits and underscores, the first one a letter. Give each deployment that shares a database a
 *     schema
 * @param timeout the longest time of a call, default 4 seconds, 100 ms to a minute. A call without
 *     an answer then fails. A larger value waits longer for a busy database, and lets visits to a
 *     silent one hold managers for longer. Keep it below 5 s, the age at which a transaction on
 *     FoundationDB ends: an empty zone is read within one
 */
public record PostgresStoreOptions(String schema, Duration timeout) {
  private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9_]{0,59}");

  public PostgresStoreOptions {
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "the schema is \""
              + schema
              + "\"; it must be 1 to 60 lower-case letters, digits and underscores, the first one a"
              + " letter");
    }
    QueueLimits.checkBetween("timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(1));
  }

  public static PostgresStoreOptions defaults() {
    return new PostgresStoreOptions("tenure_queue", Duration.ofSeconds(4));
  }

  public PostgresStoreOptions withSchema(String newSchema) {
    return new PostgresStoreOptions(newSchema, timeout);
  }

  public PostgresStoreOptions withTimeout(Duration newTimeout) {
    return new PostgresStoreOptions(schema, newTimeout);
  }
}
