package dev.tenure.externalpostgresql;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.StackTrace;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts between rows and the values of the API. */
final class ItemRows {
  /** The columns that {@link #workItem} reads. */
  static final String COLUMNS =
      "zone, id, life, type, schema_version, priority, vests_at, enqueued_at, lease, lease_millis,"
          + " leased_by, leases, attempts, errors, content_type, payload, attributes, body_size,"
          + " dead_kind, dead_reason, dead_at";

  private ItemRows() {}

  static int code(ContentType contentType) {
    return switch (contentType) {
      case RAW -> 0;
      case PROTOBUF -> 1;
      case JSON -> 2;
    };
  }

  private static ContentType contentType(int code, String id) {
    return switch (code) {
      case 0 -> ContentType.RAW;
      case 1 -> ContentType.PROTOBUF;
      case 2 -> ContentType.JSON;
      default -> throw unknown("content type", code, id);
    };
  }

  static int code(DeadLetterKind kind) {
    return switch (kind) {
      case FAILED -> 0;
      case PARKED -> 1;
    };
  }

  static DeadLetterKind kind(int code, String id) {
    return switch (code) {
      case 0 -> DeadLetterKind.FAILED;
      case 1 -> DeadLetterKind.PARKED;
      default -> throw unknown("kind of dead letter", code, id);
    };
  }

  private static QueueException unknown(String what, int code, String id) {
    return new QueueException(
        QueueException.Code.FORMAT_UNKNOWN,
        "item " + id + " in PostgreSQL: " + what + " " + code + " is not known here");
  }

  /** Names and values of attributes, one after the other. */
  static Array attributes(Connection connection, Map<String, String> attributes)
      throws SQLException {
    List<byte[]> parts = new ArrayList<>(2 * attributes.size());
    attributes.forEach(
        (name, value) -> {
          parts.add(name.getBytes(StandardCharsets.UTF_8));
          parts.add(value.getBytes(StandardCharsets.UTF_8));
        });
    return connection.createArrayOf("bytea", parts.toArray(byte[][]::new));
  }

  private static ItemBody body(ResultSet rows, String id) throws SQLException {
    Object[] parts = (Object[]) rows.getArray("attributes").getArray();
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i + 1 < parts.length; i += 2) {
      attributes.put(text(parts[i]), text(parts[i + 1]));
    }
    return new ItemBody(
        contentType(rows.getInt("content_type"), id), rows.getBytes("payload"), attributes);
  }

  private static String text(Object part) {
    return new String((byte[]) part, StandardCharsets.UTF_8);
  }

  static WorkItem workItem(ResultSet rows) throws SQLException {
    String id = rows.getString("id");
    Instant vesting = instant(rows, "vests_at");
    String lease = rows.getString("lease");
    Duration leased = Duration.ofMillis(rows.getLong("lease_millis"));
    return new WorkItem(
        rows.getString("zone"),
        id,
        rows.getString("type"),
        rows.getInt("schema_version"),
        rows.getInt("priority"),
        vesting,
        Optional.ofNullable(lease).map(hex -> new Lease(new LeaseId(hex), vesting, leased, 0)),
        Optional.ofNullable(rows.getString("leased_by")),
        rows.getInt("leases"),
        rows.getInt("attempts"),
        rows.getInt("errors"),
        instant(rows, "enqueued_at"),
        rows.getInt("body_size"),
        Optional.empty(),
        Optional.of(body(rows, id)));
  }

  static FailedAttempt failure(ResultSet rows) throws SQLException {
    return new FailedAttempt(
        instant(rows, "failed_at"),
        rows.getInt("attempt"),
        rows.getString("consumer"),
        rows.getString("error"),
        Optional.ofNullable(rows.getString("stack_trace")).flatMap(StackTrace::compress));
  }

  static Instant instant(ResultSet rows, String column) throws SQLException {
    return rows.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** Parameters that name a zone, from a position on. Returns the position after them. */
  static int setZone(PreparedStatement statement, int from, ZoneAddress zone) throws SQLException {
    statement.setString(from, zone.tenant().application());
    statement.setString(from + 1, zone.tenant().user());
    statement.setString(from + 2, zone.zone());
    return from + 3;
  }

  /** A text that PostgreSQL can keep, which has no character for zero. */
  static String storable(String text) {
    return text.replace('\u0000', '\uFFFD');
  }

  static @Nullable String storable(Optional<String> text) {
    return text.map(ItemRows::storable).orElse(null);
  }
}
