package dev.tenure.externalpostgresql;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.TakenItem;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.IndexedItem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One dequeue. It reads candidates page by page, and leases those that are permitted. After a
 * refusal, pages leave out the refused type and version, so that they hide no others.
 */
final class DequeueCall {
  private static final int PAGE_ROWS_LEAST = 64;

  private final StoreTables tables;
  private final ItemStatements statements;
  private final ZoneAddress zone;
  private final LeaseId lease;
  private final DequeueRequest request;
  private final Predicate<IndexedItem> permits;

  private final Set<Kind> refusedKinds = new LinkedHashSet<>();
  private final List<TakenItem> taken = new ArrayList<>();
  private long bytes;
  private int refused;
  private boolean more;

  /** What decides whether an item is permitted. */
  private record Kind(String type, int schemaVersion) {}

  DequeueCall(
      StoreTables tables,
      ItemStatements statements,
      ZoneAddress zone,
      LeaseId lease,
      DequeueRequest request,
      Predicate<IndexedItem> permits) {
    this.tables = tables;
    this.statements = statements;
    this.zone = zone;
    this.lease = lease;
    this.request = request;
    this.permits = permits;
  }

  ExternalDequeue run(Connection connection) throws SQLException {
    while (page(connection)) {
      // each page adds items or refuses a kind
    }
    return new ExternalDequeue(
        taken, more, refused, new ZoneStatements(tables, statements).next(connection, zone, true));
  }

  /** Takes items of one page; whether there is another one to look at. */
  private boolean page(Connection connection) throws SQLException {
    int limit = Math.max(PAGE_ROWS_LEAST, request.max() - taken.size());
    List<IndexedItem> candidates = candidates(connection, limit);
    int kindsBefore = refusedKinds.size();
    List<String> granted = new ArrayList<>();
    boolean full = false;
    for (IndexedItem each : candidates) {
      Kind kind = new Kind(each.type(), each.schemaVersion());
      if (refusedKinds.contains(kind)) {
        refused++;
      } else if (isFull(each, granted.size())) {
        full = true;
        break;
      } else if (permits.test(each)) {
        granted.add(each.id());
        bytes += each.bodySize();
      } else {
        refusedKinds.add(kind);
        refused++;
      }
    }
    int got = granted.isEmpty() ? 0 : lease(connection, granted);
    boolean others = got < granted.size();
    boolean rest = candidates.size() == limit;
    more = full || others || (rest && taken.size() >= request.max());
    boolean progress = !granted.isEmpty() || refusedKinds.size() > kindsBefore;
    return !more && rest && progress;
  }

  private boolean isFull(IndexedItem next, int granted) {
    int count = taken.size() + granted;
    return count >= request.max() || (count > 0 && bytes + next.bodySize() > request.bytesMax());
  }

  private List<IndexedItem> candidates(Connection connection, int limit) throws SQLException {
    String sql =
        "SELECT c.* FROM generate_series(0, "
            + QueueLimits.PRIORITY_MAX
            + ") AS p, LATERAL (SELECT id, type, schema_version, priority, vests_at, body_size FROM "
            + tables.items()
            + " WHERE "
            + ItemStatements.OF_ZONE
            + " AND dead_at IS NULL AND priority = p::smallint AND vests_at <= now()"
            + " AND NOT EXISTS (SELECT FROM unnest(?::text[], ?::integer[]) AS r(t, v)"
            + " WHERE r.t = type AND r.v = schema_version)"
            + " ORDER BY vests_at LIMIT ?) AS c ORDER BY c.priority, c.vests_at LIMIT ?";
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      int next = ItemRows.setZone(statement, 1, zone);
      statement.setArray(
          next, connection.createArrayOf("text", refusedKinds.stream().map(Kind::type).toArray()));
      statement.setArray(
          next + 1,
          connection.createArrayOf(
              "integer", refusedKinds.stream().map(Kind::schemaVersion).toArray()));
      statement.setInt(next + 2, limit);
      statement.setInt(next + 3, limit);
      List<IndexedItem> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(
              new IndexedItem(
                  rows.getString("id"),
                  rows.getString("type"),
                  rows.getInt("schema_version"),
                  rows.getInt("priority"),
                  ItemRows.instant(rows, "vests_at"),
                  rows.getInt("body_size")));
        }
      }
      return found;
    }
  }

  /** Leases those that no other transaction has leased or is about to. Returns their number. */
  private int lease(Connection connection, List<String> ids) throws SQLException {
    String sql =
        "UPDATE "
            + tables.items()
            + " SET vests_at = now() + ? * interval '1 millisecond', lease = ?, lease_millis = ?,"
            + " leased_by = ?, leases = leases + 1,"
            + " attempts = attempts + CASE WHEN lease IS NULL THEN 0 ELSE 1 END WHERE "
            + ItemStatements.OF_ZONE
            + " AND id IN (SELECT id FROM "
            + tables.items()
            + " WHERE "
            + ItemStatements.OF_ZONE
            + " AND id = ANY (?) AND dead_at IS NULL AND vests_at <= now()"
            + " FOR UPDATE SKIP LOCKED) RETURNING "
            + ItemRows.COLUMNS;
    try (PreparedStatement statement = statements.prepare(connection, sql)) {
      statement.setLong(1, request.lease().toMillis());
      statement.setString(2, lease.hex());
      statement.setLong(3, request.lease().toMillis());
      statement.setString(4, request.consumer());
      int next = ItemRows.setZone(statement, ItemRows.setZone(statement, 5, zone), zone);
      statement.setArray(next, connection.createArrayOf("text", ids.toArray()));
      Map<String, TakenItem> leased = new HashMap<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          leased.put(
              rows.getString("id"), new TakenItem(ItemRows.workItem(rows), rows.getLong("life")));
        }
      }
      ids.stream().filter(leased::containsKey).map(leased::get).forEach(taken::add);
      return leased.size();
    }
  }
}
