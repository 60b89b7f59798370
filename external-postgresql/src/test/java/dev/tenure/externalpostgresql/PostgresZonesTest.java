package dev.tenure.externalpostgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embeddedpostgresql.UnavailableException;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.PointerRepair;
import dev.tenure.queue.external.PointerRepairReport;
import dev.tenure.queue.external.PreparedItem;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Zones in PostgreSQL, with a consumer on real threads. */
class PostgresZonesTest {
  private static final WorkType<String> TYPE =
      WorkType.of("mail", PayloadCodecs.text())
          .withPolicy(WorkPolicy.defaults().withAttemptsMax(0).withVanishedMax(0));
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration STORE_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration HANDLING = Duration.ofMillis(20);
  private static final int ITEMS = 60;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final EmbeddedDatabase engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final TenantId tenant = new TenantId("shop", "anna");
  private final StoreServer server;
  private final PostgresStore store;
  private final String done;
  private final QueueCluster cluster;
  private final ExternalZone zone;

  PostgresZonesTest() throws IOException {
    this.server = StoreServer.shared();
    this.store = server.newStore(STORE_TIMEOUT);
    this.done = "done_" + server.schemas();
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(new Random())
            .executor(executor)
            .timer(timer)
            .build();
    ClusterOptions options =
        ClusterOptions.named("east")
            .withExternalStores(
                ExternalStores.of(Map.of("orders", store)).withRepairedEvery(Duration.ofHours(1)));
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    this.cluster = QueueCluster.open(database, options, TenantSchemas.same(schema)).join();
    cluster.createTenant(tenant).join();
    this.zone =
        ExternalZone.of(
            Deployment.of(List.of(cluster)), tenant, new ExternalZoneName("orders", "mail"));
  }

  @BeforeEach
  void createTable() throws SQLException {
    server.server().execute("CREATE TABLE " + done + " (number text)");
  }

  @AfterEach
  void close() {
    engine.close();
    timer.shutdownNow();
    executor.shutdownNow();
  }

  private Consumer startConsumer() {
    Handlers handlers =
        Handlers.builder()
            .on(
                TYPE,
                (number, context) -> {
                  CompletableFuture<Outcome> ended = new CompletableFuture<>();
                  var unused =
                      timer.schedule(
                          () -> ended.complete(outcome(number)),
                          HANDLING.toMillis(),
                          TimeUnit.MILLISECONDS);
                  return ended;
                })
            .build();
    Consumer consumer =
        Consumer.builder(
                Deployment.of(List.of(cluster)),
                handlers,
                ConsumerOptions.defaults("worker")
                    .withItemLease(Duration.ofSeconds(4))
                    .withPollInterval(Duration.ofMillis(500)))
            .build();
    consumer.start();
    return consumer;
  }

  /** Effects in PostgreSQL for even numbers, in FoundationDB for odd ones. */
  private Outcome outcome(String number) {
    return Integer.parseInt(number) % 2 == 0
        ? Outcome.doneInStore((PostgresEffects) connection -> insert(connection, number))
        : Outcome.done(tx -> count(tx, number));
  }

  private void insert(Connection connection, String number) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO " + done + " VALUES (?)")) {
      statement.setString(1, number);
      int unused = statement.executeUpdate();
    }
  }

  private static byte[] key(String number) {
    return Tuple.from("done", number).pack();
  }

  private static CompletionStage<Void> count(TenantTransaction tx, String number) {
    byte[] one = {1, 0, 0, 0, 0, 0, 0, 0};
    tx.context().mutate(MutationType.ADD, key(number), one);
    return CompletableFuture.completedFuture(null);
  }

  private Map<String, Long> doneTimes() {
    Map<String, Long> times = new TreeMap<>();
    try (Connection connection = server.source().getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT number FROM " + done);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        times.merge(rows.getString(1), 1L, Long::sum);
      }
    } catch (SQLException e) {
      return Map.of(); // the server is down
    }
    cluster
        .database()
        .run(context -> context.transaction().getRange(Tuple.from("done").range()).asList())
        .join()
        .forEach(
            row ->
                times.put(
                    Tuple.fromBytes(row.getKey()).getString(1),
                    ByteBuffer.wrap(row.getValue()).order(ByteOrder.LITTLE_ENDIAN).getLong()));
    return times;
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE);
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static NewItem item(int number) {
    return NewItem.of(TYPE, String.valueOf(number)).withId(String.valueOf(number));
  }

  private PreparedItem storeInOwnTransaction(int number) throws SQLException {
    PreparedItem prepared = zone.prepare(item(number));
    try (Connection connection = server.source().getConnection()) {
      connection.setAutoCommit(false);
      store.enqueue(connection, zone, prepared);
      connection.commit();
      connection.setAutoCommit(true);
    }
    return prepared;
  }

  @Test
  void itemsAreDoneOnceAlthoughTheServerCrashes()
      throws IOException, UnavailableException, SQLException {
    for (int number = 0; number < ITEMS; number++) {
      if (number % 3 == 0) {
        zone.announce(storeInOwnTransaction(number)).join();
      } else {
        zone.enqueue(item(number)).join();
      }
    }
    Consumer consumer = startConsumer();
    await(() -> doneTimes().size() >= 5);
    server.server().crash();
    CompletionException refused =
        assertThrows(CompletionException.class, () -> zone.enqueue(item(ITEMS)).join());
    assertEquals(
        QueueException.Code.EXTERNAL_STORE_UNAVAILABLE,
        assertInstanceOf(QueueException.class, refused.getCause()).code());
    server.server().restart();
    await(() -> doneTimes().size() == ITEMS);
    consumer.stop(Duration.ofSeconds(10)).join();
    Map<String, Long> expected = new TreeMap<>();
    for (int number = 0; number < ITEMS; number++) {
      expected.put(String.valueOf(number), 1L);
    }
    assertEquals(expected, doneTimes());
  }

  @Test
  void itemThatItsProducerDidNotAnnounceIsFound() throws SQLException {
    PreparedItem stored = storeInOwnTransaction(2);
    assertEquals("2", stored.id());
    PointerRepair repair = new PointerRepair(Deployment.of(List.of(cluster)));
    assertEquals(new PointerRepairReport(1, 1, 0), repair.run().join());
    assertEquals(new PointerRepairReport(1, 0, 0), repair.run().join());
    Consumer consumer = startConsumer();
    await(() -> doneTimes().equals(Map.of("2", 1L)));
    consumer.stop(Duration.ofSeconds(10)).join();
  }
}
