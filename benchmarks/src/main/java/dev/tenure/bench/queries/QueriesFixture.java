package dev.tenure.bench.queries;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.bench.proto.Score;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * A store of scores on the engine in memory. Each team has a tenth of the scores, and each report
 * belongs to a tenth of a team. The same records also lie beside the store, as plain keys and
 * values. The caller that created it closes it.
 */
final class QueriesFixture implements AutoCloseable {
  static final int RECORDS = 20_000;
  static final int TENTH = RECORDS / 10;
  static final PlannerOptions OPTIONS =
      PlannerOptions.defaults()
          .withStatistics(
              Statistics.declared()
                  .records("Score", RECORDS)
                  .distinct("Score", 10, field("team"))
                  .distinct("Score", 10, field("report"))
                  .distinct("Score", RECORDS, field("points")));

  private static final int SAVES_PER_TRANSACTION = 500;
  private static final Subspace STORE = new Subspace(Tuple.from("store"));
  private static final Subspace PLAIN = new Subspace(Tuple.from("plain"));

  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final RecordMetaData metaData;
  private final Database engine;
  private final RecordDatabase database;

  QueriesFixture(QueryListener... listeners) {
    this(RecordLayout.SPLIT, false, List.of(listeners));
  }

  /** A store whose records have one key each, in which everything runs on the calling thread. */
  static QueriesFixture onOneThread() {
    return new QueriesFixture(RecordLayout.SINGLE_KEY, true, List.of());
  }

  private QueriesFixture(RecordLayout layout, boolean oneThread, List<QueryListener> listeners) {
    metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Score.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("id")).layout(layout))
            .index("Score", Index.value("by-team", field("team")).covering(field("points")))
            .index("Score", Index.value("by-report", field("report")))
            .index("Score", Index.value("by-points", field("points")))
            .build();
    Executor executor = oneThread ? Runnable::run : threads;
    engine =
        EmbeddedDatabase.memory(
            oneThread
                ? EmbeddedEnvironment.builder()
                    .commitExecutor(executor)
                    .executor(executor)
                    .timer(threads)
                    .build()
                : EmbeddedEnvironment.realTime());
    RecordDatabase.Builder builder =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(new SplittableRandom(4711))
            .executor(executor)
            .timer(threads);
    listeners.forEach(builder::queryListener);
    database = builder.build();
    for (int first = 0; first < RECORDS; first += SAVES_PER_TRANSACTION) {
      int from = first;
      var unused = inStore(store -> save(store, from));
    }
  }

  private static CompletableFuture<Void> save(RecordStore store, int from) {
    CompletableFuture<?>[] saves = new CompletableFuture<?>[SAVES_PER_TRANSACTION];
    for (int i = 0; i < SAVES_PER_TRANSACTION; i++) {
      int id = from + i;
      Score score = score(id, id);
      saves[i] = store.save(score);
      store.context().transaction().set(plain(id % 10, id), score.toByteArray());
    }
    return CompletableFuture.allOf(saves);
  }

  static Score score(long id, long points) {
    return Score.newBuilder()
        .setId(id)
        .setTeam("team " + id % 10)
        .setReport("report " + id / 10 % 10)
        .setPoints(points)
        .build();
  }

  /** The plain key of a record. */
  static byte[] plain(long team, long id) {
    return PLAIN.pack(Tuple.from(team, id));
  }

  /** The plain records of a team. */
  static Range plain(long team) {
    return PLAIN.range(Tuple.from(team));
  }

  <T> T inStore(Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(
        database.run(
            context ->
                RecordStore.open(context, STORE, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body)));
  }

  /** Opens a store in a transaction that the caller closes. */
  RecordStore open(RecordContext context) {
    return context.join(RecordStore.open(context, STORE, metaData, OpenMode.CREATE_OR_OPEN));
  }

  RecordContext context() {
    return database.openContext();
  }

  Transaction transaction() {
    return engine.createTransaction();
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
