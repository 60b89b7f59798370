package dev.tenure.record;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.InstantSource;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The in-process engine in memory and a {@link RecordDatabase} on it, for one test. The engine's
 * time stands still unless the test moves it, so that no transaction grows too old on a slow
 * machine; {@link LateMode} makes its answers late.
 */
public final class TestDatabase implements AutoCloseable {
  public final ManualClock clock = new ManualClock();
  public final PlantedFaults faults = new PlantedFaults();
  public final Database engine;
  public final Subspace subspace = new Subspace(Tuple.from("test"));
  public final RecordDatabase database;
  private final EmbeddedEnvironment environment;
  public final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(2, this::thread);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  public TestDatabase() {
    this(new ManualClock());
  }

  /** With another clock for the engine, by which versions advance. */
  public TestDatabase(InstantSource engineClock) {
    this(engineClock, LateMode::around);
  }

  private TestDatabase(InstantSource engineClock, UnaryOperator<Database> around) {
    environment = EmbeddedEnvironment.builder().clock(engineClock).faults(faults).build();
    engine = around.apply(EmbeddedDatabase.memory(environment));
    database = builder().build();
  }

  /** An engine whose answers are late. */
  public static TestDatabase late(LateOptions options) {
    return new TestDatabase(new ManualClock(), engine -> LateDatabase.realTime(engine, options));
  }

  /** How many answers of a late engine were delivered after one that was asked for later. */
  public long reordered() {
    return engine instanceof LateDatabase late ? late.counts().reordered() : 0;
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "test");
    thread.setUncaughtExceptionHandler((where, error) -> uncaught.add(error));
    return thread;
  }

  /** A builder of further databases on the same engine. */
  public RecordDatabase.Builder builder() {
    return builder(engine);
  }

  /** A builder of databases on something around the engine. */
  public RecordDatabase.Builder builder(Database around) {
    return RecordDatabase.builder(around)
        .clock(clock)
        .random(new SplittableRandom(7))
        .executor(executor)
        .timer(timer);
  }

  public Subspace commitMarkers() {
    return new Subspace(Tuple.from("commit markers"));
  }

  public <T> T run(Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    return database.join(database.run(body));
  }

  /** Runs a body on the shared store, which is created when there is none. */
  public <T> T inStore(Function<? super RecordStore, ? extends CompletionStage<T>> body) {
    return run(context -> open(context).thenCompose(body));
  }

  public long count(String index, Tuple group) {
    return inStore(store -> store.count(index, group));
  }

  public boolean delete(String type, Tuple primaryKey) {
    return inStore(store -> store.delete(type, primaryKey));
  }

  public CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, subspace, Notes.META_DATA, OpenMode.CREATE_OR_OPEN);
  }

  /** The shared store in a context that stays open. */
  public RecordStore openNow(RecordContext context) {
    return context.join(open(context));
  }

  @Override
  public void close() {
    engine.close();
    timer.shutdownNow();
    executor.shutdownNow();
  }
}
