package dev.tenure.externalpostgresql;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.StackTrace;
import dev.tenure.queue.zone.ZoneOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The statements that change single items. The time of all is {@code now()}, the begin of the
 * transaction by the database's clock.
 */
final class ItemStatements {
  static final String OF_ZONE = "application = ? AND username = ? AND zone = ?";
  private static final String REDRIVEN =
      "dead_kind = NULL, dead_reason = NULL, dead_at = NULL, vests_at = now(),"
          + " attempts = 0, errors = 0, leases = 0, leased_by = NULL";

  private static final String OF_ITEM = OF_ZONE + " AND id = ?";
  private static final String AFTER_MILLIS = "now() + ? * interval '1 millisecond'";
  private static final int FAILURES_KEPT = QueueLimits.FAILURES_KEPT;

  private final StoreTables tables;
  private final int timeoutSeconds;

  ItemStatements(StoreTables tables, PostgresStoreOptions options) {
    this.tables = tables;
    this.timeoutSeconds = Math.toIntExact(options.timeout().plusMillis(999).toSeconds());
  }

  /** A statement that the server cancels when it takes longer than a call. */
  PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(timeoutSeconds);
    return statement;
  }

  boolean enqueue(Connection connection, ZoneAddress zone, NewItem item, long life)
      throws SQLException {
    try (PreparedStatement statement =
        prepare(
            connection,
            "INSERT INTO "
                + tables.items()
                + " (application, username, zone, id, life, type, schema_version, priority,"
                + " vests_at, enqueued_at, lease_millis, leases, attempts, errors, content_type,"
                + " payload, attributes, body_size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
                + AFTER_MILLIS
                + ", now(), 0, 0, 0, 0, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
      int next = ItemRows.setZone(statement, 1, zone);
      statement.setString(next, item.id().orElseThrow());
      statement.setLong(next + 1, life);
      statement.setString(next + 2, item.type());
      statement.setInt(next + 3, item.schemaVersion());
      statement.setInt(next + 4, item.priority());
      statement.setLong(next + 5, item.delay().toMillis());
      statement.setInt(next + 6, ItemRows.code(item.body().contentType()));
      statement.setBytes(next + 7, item.body().payload());
      statement.setArray(next + 8, ItemRows.attributes(connection, item.body().attributes()));
      statement.setInt(next + 9, item.body().size());
      return statement.executeUpdate() == 1;
    }
  }

  boolean withdraw(Connection connection, ZoneAddress zone, String id, long life)
      throws SQLException {
    try (PreparedStatement statement =
        prepare(
            connection,
            "DELETE FROM "
                + tables.items()
                + " WHERE "
                + OF_ITEM
                + " AND life = ? AND leases = 0 AND dead_at IS NULL")) {
      int next = setItem(statement, 1, zone, id);
      statement.setLong(next, life);
      return statement.executeUpdate() == 1;
    }
  }

  ZoneOutcome extend(
      Connection connection, ZoneAddress zone, String id, LeaseId lease, Duration duration)
      throws SQLException {
    try (PreparedStatement statement =
        prepare(
            connection,
            update(
                "vests_at = " + AFTER_MILLIS + ", lease_millis = ?",
                "dead_at IS NULL AND lease = ?"))) {
      statement.setLong(1, duration.toMillis());
      statement.setLong(2, duration.toMillis());
      statement.setString(setItem(statement, 3, zone, id), lease.hex());
      return outcome(connection, zone, id, statement.executeUpdate());
    }
  }

  private String update(String changes, String condition) {
    return "UPDATE "
        + tables.items()
        + " SET "
        + changes
        + " WHERE "
        + OF_ITEM
        + " AND "
        + condition;
  }

  ZoneOutcome complete(
      Connection connection,
      ZoneAddress zone,
      String id,
      LeaseId lease,
      Optional<ExternalEffects> effects)
      throws SQLException {
    try (PreparedStatement statement =
        prepare(
            connection,
            "DELETE FROM "
                + tables.items()
                + " WHERE "
                + OF_ITEM
                + " AND dead_at IS NULL AND lease = ?")) {
      statement.setString(setItem(statement, 1, zone, id), lease.hex());
      ZoneOutcome outcome = outcome(connection, zone, id, statement.executeUpdate());
      if (outcome == ZoneOutcome.DONE && effects.isPresent()) {
        apply(effects.get(), connection);
      }
      return outcome;
    }
  }

  private static void apply(ExternalEffects effects, Connection connection) throws SQLException {
    if (!(effects instanceof PostgresEffects known)) {
      throw new IllegalArgumentException(
          "a store in PostgreSQL applies PostgresEffects, not " + effects.getClass().getName());
    }
    known.apply(connection);
  }

  ZoneOutcome requeue(
      Connection connection,
      ZoneAddress zone,
      String id,
      LeaseId lease,
      Duration delay,
      Optional<Failure> failure)
      throws SQLException {
    int failed = failure.isPresent() ? 1 : 0;
    try (PreparedStatement statement =
        prepare(
            connection,
            update(
                "vests_at = "
                    + AFTER_MILLIS
                    + ", lease = NULL, lease_millis = 0, attempts = attempts + ?, errors = errors + ?",
                "dead_at IS NULL AND lease = ?"))) {
      statement.setLong(1, delay.toMillis());
      statement.setInt(2, failed);
      statement.setInt(3, failed);
      statement.setString(setItem(statement, 4, zone, id), lease.hex());
      ZoneOutcome outcome = outcome(connection, zone, id, statement.executeUpdate());
      if (outcome == ZoneOutcome.DONE && failure.isPresent()) {
        note(connection, zone, id, failure.get(), 0);
      }
      return outcome;
    }
  }

  ZoneOutcome moveToDeadLetter(
      Connection connection,
      ZoneAddress zone,
      String id,
      LeaseId lease,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure)
      throws SQLException {
    int failed = failure.isPresent() && kind != DeadLetterKind.PARKED ? 1 : 0;
    try (PreparedStatement statement =
        prepare(
            connection,
            update(
                "dead_kind = ?, dead_reason = ?, dead_at = now(), lease = NULL, lease_millis = 0,"
                    + " attempts = attempts + ?, errors = errors + ?",
                "dead_at IS NULL AND lease = ?"))) {
      statement.setInt(1, ItemRows.code(kind));
      statement.setString(2, ItemRows.storable(QueueLimits.cutError(reason)));
      statement.setInt(3, failed);
      statement.setInt(4, failed);
      statement.setString(setItem(statement, 5, zone, id), lease.hex());
      ZoneOutcome outcome = outcome(connection, zone, id, statement.executeUpdate());
      if (outcome == ZoneOutcome.DONE && failure.isPresent()) {
        note(connection, zone, id, failure.get(), 1 - failed);
      }
      return outcome;
    }
  }

  /** Adds a failure to the item's history, which keeps the last ten and one stack trace. */
  private void note(
      Connection connection, ZoneAddress zone, String id, Failure failure, int uncounted)
      throws SQLException {
    if (failure.stackTrace().isPresent()) {
      change(
          connection,
          "UPDATE " + tables.failures() + " SET stack_trace = NULL WHERE " + OF_ITEM,
          zone,
          id);
    }
    try (PreparedStatement statement =
        prepare(
            connection,
            "INSERT INTO "
                + tables.failures()
                + " SELECT application, username, zone, id, attempts + ?, now(), ?, ?, ? FROM "
                + tables.items()
                + " WHERE "
                + OF_ITEM)) {
      statement.setInt(1, uncounted);
      statement.setString(2, failure.consumer());
      statement.setString(3, ItemRows.storable(failure.error()));
      statement.setString(4, ItemRows.storable(failure.stackTrace().map(StackTrace::text)));
      int unused = setItem(statement, 5, zone, id);
      unused = statement.executeUpdate();
    }
    try (PreparedStatement statement =
        prepare(
            connection,
            "DELETE FROM "
                + tables.failures()
                + " WHERE "
                + OF_ITEM
                + " AND attempt < (SELECT min(attempt) FROM (SELECT attempt FROM "
                + tables.failures()
                + " WHERE "
                + OF_ITEM
                + " ORDER BY attempt DESC LIMIT "
                + FAILURES_KEPT
                + ") kept)")) {
      int next = setItem(statement, 1, zone, id);
      int unused = setItem(statement, next, zone, id);
      unused = statement.executeUpdate();
    }
  }

  ZoneOutcome redrive(Connection connection, ZoneAddress zone, String id) throws SQLException {
    return redriven(
        connection,
        zone,
        id,
        change(connection, update(REDRIVEN, "dead_at IS NOT NULL"), zone, id));
  }

  /** A letter that died again since it was read has another time. */
  ZoneOutcome redrive(Connection connection, ZoneAddress zone, DeadLetter read)
      throws SQLException {
    String id = read.item().id();
    return redriven(
        connection, zone, id, change(connection, update(REDRIVEN, "dead_at = ?"), zone, read));
  }

  private ZoneOutcome redriven(Connection connection, ZoneAddress zone, String id, int changed)
      throws SQLException {
    if (changed == 0) {
      return ZoneOutcome.ITEM_GONE;
    }
    change(connection, "DELETE FROM " + tables.failures() + " WHERE " + OF_ITEM, zone, id);
    return ZoneOutcome.DONE;
  }

  ZoneOutcome cancel(Connection connection, ZoneAddress zone, String id) throws SQLException {
    return removed(change(connection, delete(""), zone, id));
  }

  ZoneOutcome remove(Connection connection, ZoneAddress zone, DeadLetter read) throws SQLException {
    return removed(change(connection, delete(" AND dead_at = ?"), zone, read));
  }

  private String delete(String condition) {
    return "DELETE FROM " + tables.items() + " WHERE " + OF_ITEM + condition;
  }

  private static ZoneOutcome removed(int rows) {
    return rows == 1 ? ZoneOutcome.DONE : ZoneOutcome.ITEM_GONE;
  }

  private int change(Connection connection, String sql, ZoneAddress zone, DeadLetter read)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql)) {
      int next = setItem(statement, 1, zone, read.item().id());
      statement.setObject(next, read.at().atOffset(ZoneOffset.UTC));
      return statement.executeUpdate();
    }
  }

  private int change(Connection connection, String sql, ZoneAddress zone, String id)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql)) {
      int unused = setItem(statement, 1, zone, id);
      return statement.executeUpdate();
    }
  }

  /** What a change that needs the lease has done, by the number of rows that it changed. */
  private ZoneOutcome outcome(Connection connection, ZoneAddress zone, String id, int changed)
      throws SQLException {
    if (changed == 1) {
      return ZoneOutcome.DONE;
    }
    try (PreparedStatement statement =
        prepare(
            connection,
            "SELECT 1 FROM " + tables.items() + " WHERE " + OF_ITEM + " AND dead_at IS NULL")) {
      int unused = setItem(statement, 1, zone, id);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? ZoneOutcome.LEASE_LOST : ZoneOutcome.ITEM_GONE;
      }
    }
  }

  private static int setItem(PreparedStatement statement, int from, ZoneAddress zone, String id)
      throws SQLException {
    int next = ItemRows.setZone(statement, from, zone);
    statement.setString(next, id);
    return next + 1;
  }
}
