package dev.tenure.bench.records;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The engine in memory, and databases on it. The caller that created it closes it. */
final class RecordsFixture implements AutoCloseable {
  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final AtomicLong retries = new AtomicLong();
  private final RunOptions options =
      RunOptions.defaults().withRetryListener(retry -> retries.incrementAndGet());

  /** A database that caches the states of a number of stores. */
  RecordDatabase database(int storeStatesMax) {
    return RecordDatabase.builder(engine)
        .clock(InstantSource.system())
        .random(new SplittableRandom(4711))
        .executor(threads)
        .timer(threads)
        .storeStatesMax(storeStatesMax)
        .build();
  }

  /** Opens or creates a store, and runs a body in it. */
  <T> T inStore(
      RecordDatabase database,
      RecordMetaData metaData,
      Tuple store,
      Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(
        database.run(options, context -> open(context, metaData, store).thenCompose(body)));
  }

  private static CompletableFuture<RecordStore> open(
      RecordContext context, RecordMetaData metaData, Tuple store) {
    return RecordStore.open(context, options(metaData, store));
  }

  /** The options of a store. */
  static StoreOptions options(RecordMetaData metaData, Tuple store) {
    Subspace subspace = new Subspace(Tuple.from("bench").addAll(store));
    return StoreOptions.of(subspace, metaData).withMode(OpenMode.CREATE_OR_OPEN);
  }

  /** The number of attempts that were followed by another one. */
  long retries() {
    return retries.get();
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
