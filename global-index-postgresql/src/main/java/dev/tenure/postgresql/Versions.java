package dev.tenure.postgresql;

import dev.tenure.record.global.Generation;
import dev.tenure.record.global.Version;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads and writes the three columns of a version. */
final class Versions {
  static final String COLUMNS = "generation_timestamp, generation_client, version_count";
  static final String IS_EXPECTED =
      "generation_timestamp = ? AND generation_client = ? AND version_count = ?";

  private Versions() {}

  /** Sets three parameters from a position on. Returns the position after them. */
  static int set(PreparedStatement statement, int from, Version version) throws SQLException {
    statement.setLong(from, version.generation().timestamp());
    statement.setLong(from + 1, version.generation().client());
    statement.setLong(from + 2, version.count());
    return from + 3;
  }

  static Version get(ResultSet rows) throws SQLException {
    return new Version(
        new Generation(rows.getLong("generation_timestamp"), rows.getLong("generation_client")),
        rows.getLong("version_count"));
  }
}
