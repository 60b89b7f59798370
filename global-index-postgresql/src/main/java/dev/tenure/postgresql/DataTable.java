package dev.tenure.postgresql;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The statements on data records. A record with its secondary keys is one row, so that one
 * statement changes the record together with its local index, a GIN index on the keys.
 */
record DataTable(String name) {
  private static final String COLUMNS =
      "primary_key, " + Versions.COLUMNS + ", keys, unindexed, value";

  static DataTable of(PostgresShardOptions options) {
    return new DataTable(options.schema() + ".data");
  }

  PreparedStatement read(Connection connection, PrimaryKey key) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT " + COLUMNS + " FROM " + name + " WHERE primary_key = ?");
    statement.setBytes(1, ByteaKeys.of(key.value()));
    return statement;
  }

  PreparedStatement scan(Connection connection, @Nullable PrimaryKey after, int most)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT "
                + COLUMNS
                + " FROM "
                + name
                + " WHERE primary_key > ? ORDER BY primary_key LIMIT ?");
    statement.setBytes(1, after == null ? new byte[0] : ByteaKeys.of(after.value()));
    statement.setInt(2, most);
    return statement;
  }

  PreparedStatement find(Connection connection, SecondaryKey key) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT " + COLUMNS + " FROM " + name + " WHERE keys @> ? ORDER BY primary_key");
    statement.setArray(1, connection.createArrayOf("bytea", new byte[][] {ByteaKeys.of(key)}));
    return statement;
  }

  /** The statement of a conditional write, which changes one row if the condition holds. */
  PreparedStatement write(Connection connection, ConditionalWrite<PrimaryKey, DataRecord> write)
      throws SQLException {
    byte[] key = ByteaKeys.of(write.key().value());
    if (write.record().isEmpty()) {
      return delete(connection, key, write.expected().orElseThrow());
    }
    DataRecord record = write.record().get();
    return write.expected().isPresent()
        ? update(connection, key, write.expected().get(), record)
        : insert(connection, key, record);
  }

  private PreparedStatement insert(Connection connection, byte[] key, DataRecord record)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO "
                + name
                + " ("
                + COLUMNS
                + ") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (primary_key) DO NOTHING");
    statement.setBytes(1, key);
    int unused = setContent(statement, 2, record);
    return statement;
  }

  private PreparedStatement update(
      Connection connection, byte[] key, Version expected, DataRecord record) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE "
                + name
                + " SET ("
                + Versions.COLUMNS
                + ", keys, unindexed, value) = (?, ?, ?, ?, ?, ?) WHERE primary_key = ? AND "
                + Versions.IS_EXPECTED);
    int next = setContent(statement, 1, record);
    statement.setBytes(next, key);
    int unused = Versions.set(statement, next + 1, expected);
    return statement;
  }

  private PreparedStatement delete(Connection connection, byte[] key, Version expected)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM " + name + " WHERE primary_key = ? AND " + Versions.IS_EXPECTED);
    statement.setBytes(1, key);
    int unused = Versions.set(statement, 2, expected);
    return statement;
  }

  private static int setContent(PreparedStatement statement, int from, DataRecord record)
      throws SQLException {
    int next = Versions.set(statement, from, record.version());
    setKeys(statement, next, record.keys());
    setKeys(statement, next + 1, record.unindexed());
    statement.setBytes(next + 2, record.value().toByteArray());
    return next + 3;
  }

  private static void setKeys(
      PreparedStatement statement, int position, Collection<SecondaryKey> keys)
      throws SQLException {
    byte[][] elements = keys.stream().map(ByteaKeys::of).toArray(byte[][]::new);
    statement.setArray(position, statement.getConnection().createArrayOf("bytea", elements));
  }

  static DataRecord record(ResultSet rows) throws SQLException {
    return new DataRecord(
        new PrimaryKey(ByteaKeys.text(rows.getBytes("primary_key"))),
        Versions.get(rows),
        keys(rows, "keys"),
        keys(rows, "unindexed"),
        ByteString.copyFrom(rows.getBytes("value")));
  }

  private static Set<SecondaryKey> keys(ResultSet rows, String column) throws SQLException {
    Set<SecondaryKey> keys = new LinkedHashSet<>();
    for (Object element : (Object[]) rows.getArray(column).getArray()) {
      keys.add(ByteaKeys.secondaryKey((byte[]) element));
    }
    return keys;
  }
}
