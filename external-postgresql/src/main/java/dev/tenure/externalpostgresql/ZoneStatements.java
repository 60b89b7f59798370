package dev.tenure.externalpostgresql;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.FailedAttempt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The queries over the items of a zone, and over zones. */
record ZoneStatements(StoreTables tables, ItemStatements statements) {
  private static final String NEXT_MICROS =
      "(EXTRACT(EPOCH FROM min(f.vests_at) - now()) * 1000000)::bigint";

  /** The name that no name lies before. */
  private static final String FIRST = "";

  /** The first item of each priority that vests, or that vests in the future. */
  private String firsts(String zone, boolean unvested) {
    return "generate_series(0, "
        + QueueLimits.PRIORITY_MAX
        + ") AS p, LATERAL (SELECT vests_at FROM "
        + tables.items()
        + " WHERE "
        + zone
        + " AND dead_at IS NULL AND priority = p::smallint"
        + (unvested ? " AND vests_at > now()" : "")
        + " ORDER BY vests_at LIMIT 1) AS f";
  }

  /** The time until the next item vests; of those that are not vested yet, if so wanted. */
  Optional<Duration> next(Connection connection, ZoneAddress zone, boolean unvested)
      throws SQLException {
    String sql = "SELECT " + NEXT_MICROS + " FROM " + firsts(ItemStatements.OF_ZONE, unvested);
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      int unused = ItemRows.setZone(statement, 1, zone);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getObject(1) != null
            ? Optional.of(duration(rows.getLong(1)))
            : Optional.empty();
      }
    }
  }

  private static Duration duration(long micros) {
    return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
  }

  /** The next zones with items. The index is searched once for each zone and priority. */
  List<DueZone> zones(Connection connection, Optional<ZoneAddress> after, int max)
      throws SQLException {
    String first =
        "SELECT application, username, zone FROM " + tables.items() + " WHERE dead_at IS NULL";
    String order = " ORDER BY application, username, zone LIMIT 1";
    String sql =
        "WITH RECURSIVE z AS (("
            + first
            + " AND (application, username, zone) > (?, ?, ?)"
            + order
            + ") UNION ALL SELECT n.* FROM z, LATERAL ("
            + first
            + " AND (application, username, zone) > (z.application, z.username, z.zone)"
            + order
            + ") AS n) SELECT z.*, (SELECT "
            + NEXT_MICROS
            + " FROM "
            + firsts(
                "application = z.application AND username = z.username AND zone = z.zone", false)
            + ") AS next FROM z LIMIT ?";
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      if (after.isPresent()) {
        int unused = ItemRows.setZone(statement, 1, after.get());
      } else {
        statement.setString(1, FIRST);
        statement.setString(2, FIRST);
        statement.setString(3, FIRST);
      }
      statement.setInt(4, max);
      List<DueZone> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          TenantId tenant = new TenantId(rows.getString(1), rows.getString(2));
          found.add(
              new DueZone(
                  new ZoneAddress(tenant, rows.getString(3)), duration(rows.getLong("next"))));
        }
      }
      return found;
    }
  }

  List<ZoneCounts> zonesOf(Connection connection, TenantId tenant, Optional<String> after, int max)
      throws SQLException {
    String sql =
        "SELECT zone, type, count(*) - count(dead_at), count(dead_at) FROM "
            + tables.items()
            + " WHERE application = ? AND username = ? AND zone IN (SELECT DISTINCT zone FROM "
            + tables.items()
            + " WHERE application = ? AND username = ? AND zone > ? ORDER BY zone LIMIT ?)"
            + " GROUP BY zone, type ORDER BY zone, type";
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      statement.setString(1, tenant.application());
      statement.setString(2, tenant.user());
      statement.setString(3, tenant.application());
      statement.setString(4, tenant.user());
      statement.setString(5, after.orElse(FIRST));
      statement.setInt(6, max);
      Map<String, Map<String, Long>> items = new TreeMap<>();
      Map<String, Long> dead = new TreeMap<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String zone = rows.getString(1);
          Map<String, Long> byType = items.computeIfAbsent(zone, first -> new TreeMap<>());
          if (rows.getLong(3) > 0) {
            byType.put(rows.getString(2), rows.getLong(3));
          }
          dead.merge(zone, rows.getLong(4), Long::sum);
        }
      }
      return items.entrySet().stream()
          .map(
              zone ->
                  new ZoneCounts(
                      zone.getKey(), zone.getValue(), dead.getOrDefault(zone.getKey(), 0L)))
          .toList();
    }
  }

  List<WorkItem> items(Connection connection, ZoneAddress zone, Optional<String> after, int max)
      throws SQLException {
    try (PreparedStatement statement = page(connection, zone, after, max, "dead_at IS NULL");
        ResultSet rows = statement.executeQuery()) {
      List<WorkItem> found = new ArrayList<>();
      while (rows.next()) {
        found.add(ItemRows.workItem(rows));
      }
      return found;
    }
  }

  List<DeadLetter> deadLetters(
      Connection connection, ZoneAddress zone, Optional<String> after, int max)
      throws SQLException {
    List<DeadLetter> found = new ArrayList<>();
    try (PreparedStatement statement = page(connection, zone, after, max, "dead_at IS NOT NULL");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        WorkItem item = ItemRows.workItem(rows);
        found.add(
            new DeadLetter(
                item,
                ItemRows.kind(rows.getInt("dead_kind"), item.id()),
                rows.getString("dead_reason"),
                ItemRows.instant(rows, "dead_at"),
                failures(connection, zone, item.id())));
      }
    }
    return found;
  }

  private PreparedStatement page(
      Connection connection, ZoneAddress zone, Optional<String> after, int max, String condition)
      throws SQLException {
    PreparedStatement statement =
        statements.prepare(
            connection,
            "SELECT "
                + ItemRows.COLUMNS
                + " FROM "
                + tables.items()
                + " WHERE "
                + ItemStatements.OF_ZONE
                + " AND id > ? AND "
                + condition
                + " ORDER BY id LIMIT ?");
    int next = ItemRows.setZone(statement, 1, zone);
    statement.setString(next, after.orElse(FIRST));
    statement.setInt(next + 1, max);
    return statement;
  }

  private List<FailedAttempt> failures(Connection connection, ZoneAddress zone, String id)
      throws SQLException {
    String sql =
        "SELECT attempt, failed_at, consumer, error, stack_trace FROM "
            + tables.failures()
            + " WHERE "
            + ItemStatements.OF_ZONE
            + " AND id = ? ORDER BY attempt";
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      statement.setString(ItemRows.setZone(statement, 1, zone), id);
      List<FailedAttempt> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(ItemRows.failure(rows));
        }
      }
      return found;
    }
  }
}
