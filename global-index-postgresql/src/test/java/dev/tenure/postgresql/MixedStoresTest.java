package dev.tenure.postgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Data records in one kind of store, index records in another. */
class MixedStoresTest {
  private static Postgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = Postgres.shared();
  }

  @Test
  void dataOnRecordStoresWithIndexOnPostgres() {
    withRecordStores(
        stores -> {
          PostgresShard shard = postgres.newShard();
          check(
              stores.stream().map(RecordShard::data).toList(),
              List.of(shard.index(), postgres.newShard().index()));
        });
  }

  @Test
  void dataOnPostgresWithIndexOnRecordStores() {
    withRecordStores(
        stores ->
            check(
                List.of(postgres.newShard().data(), postgres.newShard().data()),
                stores.stream().map(RecordShard::index).toList()));
  }

  private static void check(List<DataShard> data, List<IndexShard> index) {
    KeyTraffic traffic = KeyTraffic.start(data, index);
    traffic.runUntilWritten(300);
    traffic.stop();
    assertEquals(List.of(), traffic.faults());
  }

  private static void withRecordStores(Consumer<List<RecordShard>> test) {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      RecordDatabase records =
          RecordDatabase.builder(database)
              .clock(InstantSource.system())
              .random(new SplittableRandom(1))
              .executor(threads)
              .timer(threads)
              .build();
      KeySpace space =
          KeySpace.of(
              new Subspace(new byte[] {'g'}), KeySpaceDirectory.any("shard", DirectoryType.LONG));
      test.accept(
          List.of(
              RecordShard.of(records, space.path("shard", 1L)),
              RecordShard.of(records, space.path("shard", 2L))));
    } finally {
      threads.shutdownNow();
    }
  }
}
