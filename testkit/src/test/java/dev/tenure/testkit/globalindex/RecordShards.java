package dev.tenure.testkit.globalindex;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/** A shard in a record store in memory, in real time. */
final class RecordShards implements AutoCloseable {
  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Database database;
  final RecordShard shard;

  RecordShards(UnaryOperator<Database> around) {
    database = around.apply(EmbeddedDatabase.memory(EmbeddedEnvironment.realTime()));
    shard =
        RecordShard.of(
            RecordDatabase.builder(database)
                .clock(Clock.systemUTC())
                .random(new SplittableRandom(3))
                .executor(executor)
                .timer(timer)
                .build(),
            KeySpace.of(
                    new Subspace(new byte[] {1}),
                    KeySpaceDirectory.constant("shard", DirectoryType.LONG, 1L))
                .path("shard"),
            RecordShardOptions.defaults().withTimeout(Duration.ofMinutes(1)));
  }

  @Override
  public void close() {
    database.close();
    timer.shutdownNow();
    executor.shutdownNow();
  }
}
