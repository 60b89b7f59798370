package dev.tenure.externalpostgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.external.store.ZoneAddress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What the tables hold, and how rows are refused that another release has written. */
class StoredRowsTest {
  private static final ZoneAddress ZONE = new ZoneAddress(new TenantId("shop", "anna"), "mail");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StoreServer server;

  StoredRowsTest() throws IOException {
    this.server = StoreServer.shared();
  }

  private static NewItem item() {
    return new NewItem(
        "send",
        1,
        new ItemBody(ContentType.RAW, new byte[] {7}, Map.of("a", "b")),
        3,
        Duration.ZERO,
        Optional.of("id"),
        Optional.empty());
  }

  private static Throwable cause(PostgresStore store) {
    return Objects.requireNonNull(
        assertThrows(CompletionException.class, () -> store.items(ZONE, Optional.empty(), 1).join())
            .getCause());
  }

  @Test
  void rowHasTheColumnsOfThePage() throws SQLException {
    PostgresStore store = server.newStore(PATIENCE);
    store.enqueue(ZONE, item(), 5).join();
    server
        .server()
        .execute(
            "DO $$ BEGIN IF NOT EXISTS (SELECT FROM store_"
                + server.schemas()
                + ".items WHERE (application, username, zone, id, life, type, schema_version,"
                + " priority, lease_millis, leases, attempts, errors, content_type, payload,"
                + " attributes, body_size) = ('shop', 'anna', 'mail', 'id', 5, 'send', 1, 3, 0, 0,"
                + " 0, 0, 0, '\\x07', ARRAY['\\x61', '\\x62']::bytea[], 3) AND vests_at ="
                + " enqueued_at AND lease IS NULL AND dead_at IS NULL) THEN RAISE 'differs'; END"
                + " IF; END $$");
  }

  @Test
  void unknownContentTypeNamesTheItem() throws SQLException {
    PostgresStore store = server.newStore(PATIENCE);
    store.enqueue(ZONE, item(), 5).join();
    server.server().execute("UPDATE store_" + server.schemas() + ".items SET content_type = 9");
    QueueException error = (QueueException) cause(store);
    assertEquals(QueueException.Code.FORMAT_UNKNOWN, error.code());
    assertTrue(error.toString().contains("item id") && error.toString().contains("9"));
  }

  @Test
  void tablesOfAnotherFormatAreRefused() throws SQLException {
    PostgresStore store = server.newStore(PATIENCE);
    server.server().execute("UPDATE store_" + server.schemas() + ".format SET version = 2");
    assertTrue(cause(store).toString().contains("have format 2; this release knows format 1"));
  }

  @Test
  void missingTablesAreNamed() {
    PostgresStore store =
        server.store(PostgresStoreOptions.defaults().withSchema("absent").withTimeout(PATIENCE));
    assertTrue(cause(store).toString().contains("PostgresStore.createTables makes them"));
  }
}
