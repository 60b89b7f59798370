package dev.tenure.externalpostgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of a store, and the version of their format (docs/formats/external-store.md). Names
 * are compared as bytes.
 */
final class StoreTables {
  static final int FORMAT = 1;

  /** The key of the advisory lock under which tables are created: the bytes of "tenureq". */
  private static final long CREATION_LOCK = 0x74656e75726571L;

  private static final String UNDEFINED_TABLE = "42P01";
  private static final String KEY =
      "application text COLLATE \"C\" NOT NULL, username text COLLATE \"C\" NOT NULL,"
          + " zone text COLLATE \"C\" NOT NULL, id text COLLATE \"C\" NOT NULL";

  private final String schema;
  private volatile boolean checked;

  StoreTables(PostgresStoreOptions options) {
    this.schema = options.schema();
  }

  String items() {
    return schema + ".items";
  }

  String failures() {
    return schema + ".failures";
  }

  /** Creates the schema and the tables that are missing. Two processes may do so at once. */
  void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_LOCK + ")");
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema);
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + schema
              + ".format (one boolean PRIMARY KEY CHECK (one), version integer NOT NULL)");
      statement.execute(
          "INSERT INTO "
              + schema
              + ".format VALUES (true, "
              + FORMAT
              + ") ON CONFLICT (one) DO NOTHING");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + items()
              + " ("
              + KEY
              + ", life bigint NOT NULL, type text NOT NULL, schema_version integer NOT NULL,"
              + " priority smallint NOT NULL, vests_at timestamptz NOT NULL,"
              + " enqueued_at timestamptz NOT NULL, lease text, lease_millis bigint NOT NULL,"
              + " leased_by text, leases integer NOT NULL, attempts integer NOT NULL,"
              + " errors integer NOT NULL, content_type smallint NOT NULL, payload bytea NOT NULL,"
              + " attributes bytea[] NOT NULL, body_size integer NOT NULL, dead_kind smallint,"
              + " dead_reason text, dead_at timestamptz,"
              + " PRIMARY KEY (application, username, zone, id))");
      statement.execute(
          "CREATE INDEX IF NOT EXISTS items_due ON "
              + items()
              + " (application, username, zone, priority, vests_at) WHERE dead_at IS NULL");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + failures()
              + " ("
              + KEY
              + ", attempt integer NOT NULL, failed_at timestamptz NOT NULL,"
              + " consumer text NOT NULL, error text NOT NULL, stack_trace text,"
              + " PRIMARY KEY (application, username, zone, id, attempt),"
              + " FOREIGN KEY (application, username, zone, id) REFERENCES "
              + items()
              + " ON DELETE CASCADE)");
    }
    requireFormat(connection);
  }

  /** Checks, once in a process, that the tables exist and have the known format. */
  void require(Connection connection) throws SQLException {
    if (checked) {
      return;
    }
    try {
      requireFormat(connection);
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw new PostgresStoreException(
            "the schema "
                + schema
                + " has no tables of a queue store; PostgresStore.createTables makes them",
            e);
      }
      throw e;
    }
    checked = true;
  }

  private void requireFormat(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT version, current_setting('synchronous_commit') FROM "
                    + schema
                    + ".format");
        ResultSet rows = statement.executeQuery()) {
      int version = rows.next() ? rows.getInt(1) : 0;
      if (version != FORMAT) {
        throw new PostgresStoreException(
            "the tables of the schema "
                + schema
                + " have format "
                + version
                + "; this release knows format "
                + FORMAT,
            null);
      }
      if ("off".equals(rows.getString(2))) {
        throw new PostgresStoreException(
            "synchronous_commit is off for the connections of the schema "
                + schema
                + ": a crash of the server would lose acknowledged items",
            null);
      }
    }
  }
}
