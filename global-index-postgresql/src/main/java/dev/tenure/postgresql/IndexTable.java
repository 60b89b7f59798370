package dev.tenure.postgresql;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The statements on index records. */
record IndexTable(String name) {
  private static final String COLUMNS = "name, value, member, owner, " + Versions.COLUMNS;
  private static final String IS_KEY = "name = ? AND value = ? AND member = ?";

  static IndexTable of(PostgresShardOptions options) {
    return new IndexTable(options.schema() + ".index_records");
  }

  PreparedStatement read(Connection connection, IndexKey key) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement("SELECT " + COLUMNS + " FROM " + name + " WHERE " + IS_KEY);
    int unused = setKey(statement, 1, key);
    return statement;
  }

  PreparedStatement scan(Connection connection, @Nullable IndexKey after, int most)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT "
                + COLUMNS
                + " FROM "
                + name
                + (after == null ? "" : " WHERE (name, value, member) > (?, ?, ?)")
                + " ORDER BY name, value, member LIMIT ?");
    statement.setInt(after == null ? 1 : setKey(statement, 1, after), most);
    return statement;
  }

  /** The statement of a conditional write, which changes one row if the condition holds. */
  PreparedStatement write(Connection connection, ConditionalWrite<IndexKey, IndexRecord> write)
      throws SQLException {
    if (write.record().isEmpty()) {
      return delete(connection, write.key(), write.expected().orElseThrow());
    }
    IndexRecord record = write.record().get();
    return write.expected().isPresent()
        ? update(connection, write.expected().get(), record)
        : insert(connection, record);
  }

  private PreparedStatement insert(Connection connection, IndexRecord record) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO "
                + name
                + " ("
                + COLUMNS
                + ") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name, value, member) DO NOTHING");
    int next = setKey(statement, 1, record.key());
    statement.setBytes(next, ByteaKeys.of(record.owner().value()));
    int unused = Versions.set(statement, next + 1, record.version());
    return statement;
  }

  private PreparedStatement update(Connection connection, Version expected, IndexRecord record)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE "
                + name
                + " SET (owner, "
                + Versions.COLUMNS
                + ") = (?, ?, ?, ?) WHERE "
                + IS_KEY
                + " AND "
                + Versions.IS_EXPECTED);
    statement.setBytes(1, ByteaKeys.of(record.owner().value()));
    int next = setKey(statement, Versions.set(statement, 2, record.version()), record.key());
    int unused = Versions.set(statement, next, expected);
    return statement;
  }

  private PreparedStatement delete(Connection connection, IndexKey key, Version expected)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM " + name + " WHERE " + IS_KEY + " AND " + Versions.IS_EXPECTED);
    int unused = Versions.set(statement, setKey(statement, 1, key), expected);
    return statement;
  }

  private static int setKey(PreparedStatement statement, int from, IndexKey key)
      throws SQLException {
    statement.setBytes(from, ByteaKeys.of(key.key().name()));
    statement.setBytes(from + 1, ByteaKeys.of(key.key().value()));
    statement.setBytes(from + 2, ByteaKeys.of(key.member()));
    return from + 3;
  }

  static IndexRecord record(ResultSet rows) throws SQLException {
    SecondaryKey key =
        new SecondaryKey(
            ByteaKeys.text(rows.getBytes("name")), ByteaKeys.text(rows.getBytes("value")));
    return new IndexRecord(
        new IndexKey(key, ByteaKeys.text(rows.getBytes("member"))),
        new PrimaryKey(ByteaKeys.text(rows.getBytes("owner"))),
        Versions.get(rows));
  }
}
