package dev.tenure.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of a shard, and the version of their format. {@code bytea} is compared as unsigned
 * bytes, which is the order of keys.
 */
final class Tables {
  static final int FORMAT = 1;

  /** The key of the advisory lock under which tables are created: the bytes of "tenure". */
  private static final long CREATION_LOCK = 0x74656e757265L;

  private static final String UNDEFINED_TABLE = "42P01";

  private final String schema;
  private volatile boolean checked;

  Tables(PostgresShardOptions options) {
    this.schema = options.schema();
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
              + schema
              + ".data (primary_key bytea PRIMARY KEY, generation_timestamp bigint NOT NULL,"
              + " generation_client bigint NOT NULL, version_count bigint NOT NULL,"
              + " keys bytea[] NOT NULL, unindexed bytea[] NOT NULL, value bytea NOT NULL)");
      statement.execute(
          "CREATE INDEX IF NOT EXISTS data_keys ON " + schema + ".data USING gin (keys)");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + schema
              + ".index_records (name bytea, value bytea, member bytea, owner bytea NOT NULL,"
              + " generation_timestamp bigint NOT NULL, generation_client bigint NOT NULL,"
              + " version_count bigint NOT NULL, PRIMARY KEY (name, value, member))");
    }
    requireFormat(connection);
  }

  /**
   * Checks, once in a process, that the tables exist and have the known format.
   *
   * @throws PostgresShardException when they do not
   */
  void require(Connection connection) throws SQLException {
    if (checked) {
      return;
    }
    try {
      requireFormat(connection);
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw new PostgresShardException(
            "the schema "
                + schema
                + " has no tables of a shard; PostgresShard.createTables makes"
                + " them",
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
        throw new PostgresShardException(
            "the tables of the schema "
                + schema
                + " have format "
                + version
                + "; this release knows format "
                + FORMAT);
      }
      if ("off".equals(rows.getString(2))) {
        throw new PostgresShardException(
            "synchronous_commit is off for the connections of the schema "
                + schema
                + ": a crash of the server would lose acknowledged writes");
      }
    }
  }
}
