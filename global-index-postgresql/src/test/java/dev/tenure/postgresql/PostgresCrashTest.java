package dev.tenure.postgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.embeddedpostgresql.UnavailableException;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PostgresCrashTest {
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /** Far more than a call to a server that has just been started takes. */
  private static final Duration RECOVERY = Duration.ofSeconds(20);

  private static final SecondaryKey OLD = new SecondaryKey("email", "old@example.org");
  private static final SecondaryKey NEW = new SecondaryKey("email", "new@example.org");

  @Test
  void keysStayUniqueWhenTheServerCrashesAndFreezes() throws IOException, UnavailableException {
    try (Postgres postgres = Postgres.startForOutages()) {
      List<PostgresShard> shards = List.of(postgres.newShard(TIMEOUT), postgres.newShard(TIMEOUT));
      KeyTraffic traffic =
          KeyTraffic.start(
              shards.stream().map(PostgresShard::data).toList(),
              shards.stream().map(PostgresShard::index).toList());
      traffic.runUntilWritten(200);
      for (int i = 0; i < 2; i++) {
        postgres.server().crash();
        traffic.runUntilFailed(6);
        postgres.server().restart();
        traffic.runUntilWritten(100);
      }
      postgres.server().freeze();
      traffic.runUntilFailed(2);
      postgres.server().thaw();
      traffic.runUntilWritten(100);
      traffic.stop();

      assertTrue(
          Set.of(Reason.SHARD_DOWN, Reason.OUTCOME_UNKNOWN).containsAll(traffic.outages()),
          () -> "failures during outages: " + traffic.outages());
      assertEquals(List.of(), traffic.faults());
    }
  }

  @Test
  void keysStayUniqueWhenOnlyTheIndexServerCrashes() throws IOException, UnavailableException {
    try (Postgres data = Postgres.startLasting();
        Postgres index = Postgres.startForOutages()) {
      KeyTraffic traffic =
          KeyTraffic.start(
              List.of(data.newShard().data(), data.newShard().data()),
              List.of(index.newShard(TIMEOUT).index(), index.newShard(TIMEOUT).index()));
      traffic.runUntilWritten(100);
      index.server().crash();
      traffic.runUntilFailed(3);
      traffic.runUntilWritten(50);
      index.server().restart();
      traffic.runUntilWritten(100);
      traffic.stop();

      assertEquals(Set.of(Reason.SHARD_DOWN), traffic.outages());
      assertEquals(List.of(), traffic.faults());
    }
  }

  @Test
  void operationsThatNeedNoIndexServerGoOnWithoutIt() throws IOException, UnavailableException {
    try (Postgres data = Postgres.startLasting();
        Postgres index = Postgres.startForOutages()) {
      AtomicLong now = new AtomicLong();
      GlobalIndex client =
          KeyTraffic.client(
              Shards.hashed(
                  List.of(data.newShard().data()), List.of(index.newShard(RECOVERY).index())),
              () -> Instant.ofEpochMilli(now.get()));
      PrimaryKey pk = new PrimaryKey("a");
      client.create(pk, content(OLD)).join();
      index.server().crash();

      assertEquals(Optional.of(pk), client.read(OLD).join().map(DataRecord::key));
      client.update(pk, record -> content(OLD)).join();
      assertEquals(Reason.SHARD_DOWN, failure(client.update(pk, record -> content(NEW))));
      assertEquals(Reason.SHARD_DOWN, failure(client.create(new PrimaryKey("b"), content(NEW))));
      assertTrue(client.create(new PrimaryKey("c"), content()).join().keys().isEmpty());
      assertTrue(client.delete(OLD).join());
      assertEquals(Optional.empty(), client.read(OLD).join());

      index.server().restart();
      CompletableFuture<DataRecord> reused;
      @Nullable Reason failed;
      do {
        now.addAndGet(GlobalIndexOptions.defaults().downFor().toMillis());
        reused = client.create(new PrimaryKey("b"), content(OLD));
        failed = failure(reused);
        // A conflict is met when a write that was given up is executed late.
      } while (failed == Reason.SHARD_DOWN || failed == Reason.CONFLICT);
      assertEquals(Set.of(OLD), reused.join().keys());
    }
  }

  private static Content content(SecondaryKey... keys) {
    return new Content(Set.of(keys), ByteString.EMPTY);
  }

  /** Why an operation failed; null when it did not. */
  private static @Nullable Reason failure(CompletableFuture<?> operation) {
    try {
      operation.join();
      return null;
    } catch (CompletionException e) {
      return assertInstanceOf(GlobalIndexException.class, e.getCause()).reason();
    }
  }
}
