package dev.tenure.record.keyspace;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.LateMode;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The in-process engine in memory and a database on it, for one test. */
final class KeySpaceFixture implements AutoCloseable {
  final Database engine =
      LateMode.around(
          EmbeddedDatabase.memory(EmbeddedEnvironment.builder().clock(new ManualClock()).build()));
  final RecordDatabase database;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);

  KeySpaceFixture() {
    this.database = on(engine, new SplittableRandom(3));
  }

  /** Another database on something around the engine. */
  RecordDatabase on(Database around, RandomGenerator random) {
    return RecordDatabase.builder(around)
        .clock(InstantSource.system())
        .random(random)
        .executor(threads)
        .timer(threads)
        .build();
  }

  <T> T run(Function<RecordContext, CompletionStage<T>> body) {
    return database.join(database.run(body));
  }

  void set(byte[] key, byte[] value) {
    run(
        context -> {
          context.set(key, value);
          return CompletableFuture.completedFuture(true);
        });
  }

  /** All rows of a subspace, its own key and all behind. */
  List<KeyValue> rows(Subspace subspace) {
    return rows(PathKeys.range(subspace.getKey()));
  }

  List<KeyValue> rows(Range range) {
    return run(context -> context.transaction().getRange(range).asList());
  }

  /** A generator from a seed that is printed. */
  static RandomGenerator random(String test) {
    return Seeds.random(test);
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
