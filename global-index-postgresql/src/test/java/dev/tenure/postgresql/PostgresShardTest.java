package dev.tenure.postgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Version;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresShardTest {
  private static final Version FIRST = Version.first(new Generation(1_000, 7));
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "a@example.org");

  private static Postgres postgres;

  private PostgresShard shard;

  @BeforeAll
  static void start() throws IOException {
    postgres = Postgres.shared();
  }

  @BeforeEach
  void newShard() {
    shard = postgres.newShard();
  }

  @Test
  void recordsAreReadAsTheyWereWritten() {
    DataRecord record = record("tenant/\u0000\ud83d\ude80", FIRST, EMAIL, key("handle", "\u0000ü"));
    assertTrue(write(ConditionalWrite.insert(record)));
    assertEquals(Optional.of(record), shard.data().read(record.key()).join());

    IndexRecord entry = new IndexRecord(IndexKey.alternate(EMAIL), record.key(), FIRST);
    assertTrue(shard.index().write(ConditionalWrite.insert(entry)).join());
    assertEquals(Optional.of(entry), shard.index().read(entry.key()).join());
  }

  @Test
  void aWriteWhoseConditionFailsChangesNothing() {
    DataRecord record = record("1", FIRST, EMAIL);
    assertTrue(write(ConditionalWrite.insert(record)));

    DataRecord other = record("1", FIRST.next());
    assertFalse(write(ConditionalWrite.insert(other)));
    assertFalse(write(ConditionalWrite.replace(FIRST.next(), other)));
    assertFalse(write(ConditionalWrite.delete(other)));
    assertFalse(
        write(ConditionalWrite.replace(Version.first(new Generation(1_000, 8)), other)),
        "the client is part of the version");
    assertEquals(Optional.of(record), shard.data().read(record.key()).join());
  }

  @Test
  void ofManyWritersOfOneRecordOneWins() {
    write(ConditionalWrite.insert(record("1", FIRST)));
    for (long round = 0; round < 20; round++) {
      Version expected = new Version(FIRST.generation(), round);
      List<CompletableFuture<Boolean>> writers = new ArrayList<>();
      for (int i = 0; i < Postgres.CONNECTIONS; i++) {
        DataRecord next = record("1", expected.next(), key("handle", "writer" + i));
        writers.add(shard.data().write(ConditionalWrite.replace(expected, next)));
      }
      assertEquals(1, writers.stream().filter(CompletableFuture::join).count(), "round " + round);
    }
  }

  @Test
  void theLocalIndexFollowsTheRecord() {
    DataRecord before = record("1", FIRST, EMAIL);
    write(ConditionalWrite.insert(before));
    assertEquals(List.of(before), shard.data().find(EMAIL).join());

    write(ConditionalWrite.replace(FIRST, record("1", FIRST.next(), key("handle", "x"))));
    assertEquals(List.of(), shard.data().find(EMAIL).join());
    assertEquals(1, shard.data().find(key("handle", "x")).join().size());
    assertEquals(List.of(), shard.data().find(key("handl", "ex")).join(), "names end");
  }

  @Test
  void scansGoInTheOrderOfKeys() {
    List<String> keys = List.of("\u0001ids", "a", "a\u0000", "ab", "\uffee", "\ud83d\ude80");
    List<String> shuffled = new ArrayList<>(keys);
    java.util.Collections.reverse(shuffled);
    shuffled.forEach(each -> write(ConditionalWrite.insert(record(each, FIRST))));

    List<String> found = new ArrayList<>();
    PrimaryKey after = null;
    List<DataRecord> page = shard.data().scan(after, 4).join();
    while (!page.isEmpty()) {
      page.forEach(each -> found.add(each.key().value()));
      after = page.get(page.size() - 1).key();
      page = shard.data().scan(after, 4).join();
    }
    assertEquals(keys, found);
  }

  @Test
  void oneTransactionWritesAllOrNothing() {
    DataRecord record = record("1", FIRST.next(), EMAIL);
    IndexRecord entry = new IndexRecord(IndexKey.alternate(EMAIL), record.key(), FIRST);
    PostgresShard other = postgres.newShard();
    var shared = shard.data().sharedWith(other.index()).orElseThrow();

    assertTrue(other.index().write(ConditionalWrite.insert(entry)).join());
    assertFalse(
        shared
            .write(ConditionalWrite.insert(record), List.of(ConditionalWrite.insert(entry)))
            .join());
    assertEquals(Optional.empty(), shard.data().read(record.key()).join());

    assertTrue(other.index().write(ConditionalWrite.delete(entry)).join());
    assertTrue(
        shared
            .write(ConditionalWrite.insert(record), List.of(ConditionalWrite.insert(entry)))
            .join());
    assertEquals(Optional.of(entry), other.index().read(entry.key()).join());
  }

  @Test
  void limitsAreNamed() {
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> shard.data().read(new PrimaryKey("x".repeat(1_001))))
                .getMessage());
    assertTrue(message.contains("1001 bytes, the limit is 1000"), message);
    SecondaryKey longKey = key("n".repeat(100), "v".repeat(1_000));
    IndexRecord largest =
        new IndexRecord(
            IndexKey.shared(longKey, new PrimaryKey("p".repeat(1_000))),
            new PrimaryKey("p".repeat(1_000)),
            FIRST);
    assertTrue(shard.index().write(ConditionalWrite.insert(largest)).join());
    assertTrue(write(ConditionalWrite.insert(record("p".repeat(1_000), FIRST, longKey))));
    assertEquals(1, shard.data().find(longKey).join().size());
  }

  @Test
  void missingTablesAndOtherFormatsAreNamed() throws SQLException {
    PostgresShard absent = postgres.shard(PostgresShardOptions.defaults().withSchema("absent"));
    String message = failure(PostgresShardException.class, absent.data().read(new PrimaryKey("1")));
    assertTrue(message.contains("createTables"), message);

    try (Connection connection = postgres.source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA later");
      statement.execute(
          "CREATE TABLE later.format (one boolean PRIMARY KEY CHECK (one), version integer NOT NULL)");
      statement.execute("INSERT INTO later.format VALUES (true, 99)");
    }
    PostgresShard later = postgres.shard(PostgresShardOptions.defaults().withSchema("later"));
    message = failure(PostgresShardException.class, later.data().read(new PrimaryKey("1")));
    assertTrue(message.contains("format 99") && message.contains("format 1"), message);
    failure(PostgresShardException.class, later.createTables());
  }

  @Test
  void anOpenTransactionOfAnotherDelaysAndThenDecides() throws SQLException {
    DataRecord record = record("1", FIRST);
    write(ConditionalWrite.insert(record));
    DataRecord next = record("1", FIRST.next());
    CompletableFuture<Boolean> waiting;
    try (Connection connection = postgres.source().getConnection()) {
      connection.setAutoCommit(false);
      try (var statement =
          new DataTable(shardSchema() + ".data")
              .write(connection, ConditionalWrite.replace(FIRST, next))) {
        assertEquals(1, statement.executeUpdate());
      }
      waiting = shard.data().write(ConditionalWrite.replace(FIRST, record("1", FIRST.next())));
      connection.commit();
    }
    assertFalse(waiting.join(), "the other write came first");
  }

  @Test
  void aCallEndsInTime() throws SQLException {
    DataRecord record = record("1", FIRST);
    assertTrue(write(ConditionalWrite.insert(record)));
    PostgresShard brief =
        postgres.shard(
            PostgresShardOptions.defaults()
                .withSchema(shardSchema())
                .withTimeout(Duration.ofMillis(300)));
    try (Connection connection = postgres.source().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE " + shardSchema() + ".data IN ACCESS EXCLUSIVE MODE");
      ShardDownException read = down(brief.data().read(record.key()));
      assertFalse(read.maybeWritten());
      assertTrue(down(brief.data().write(ConditionalWrite.delete(record))).maybeWritten());
      connection.rollback();
    }
  }

  private static String shardSchema() {
    return "shard_" + postgres.schemas();
  }

  private static ShardDownException down(CompletableFuture<?> call) {
    CompletionException error = assertThrows(CompletionException.class, call::join);
    return assertInstanceOf(ShardDownException.class, error.getCause());
  }

  private static String failure(Class<? extends Exception> kind, CompletableFuture<?> call) {
    CompletionException error = assertThrows(CompletionException.class, call::join);
    return String.valueOf(assertInstanceOf(kind, error.getCause()).getMessage());
  }

  private boolean write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return shard.data().write(write).join();
  }

  private static SecondaryKey key(String name, String value) {
    return new SecondaryKey(name, value);
  }

  private static DataRecord record(String key, Version version, SecondaryKey... keys) {
    return new DataRecord(
        new PrimaryKey(key), version, Set.of(keys), Set.of(), ByteString.copyFromUtf8("value"));
  }
}
