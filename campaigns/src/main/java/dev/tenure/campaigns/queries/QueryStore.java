package dev.tenure.campaigns.queries;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.TransactionListener;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A store with random indexes and random records, on an engine under virtual time; all that is
 * random comes from the seed. Used by one thread.
 */
public final class QueryStore {
  private static final Subspace SUBSPACE = new Subspace(Tuple.from("queries"));
  private static final int SAVES_MAX = 100;

  private final DeterministicScheduler scheduler;
  private final SimulatedEngine engine;
  private final RandomGenerator random;
  private final RandomQueries queries;
  private final RandomKinds kinds;
  private final RecordMetaData metaData;
  private final List<Message> records;
  private final EveryRecord everyRecord;
  private final RecordDatabase database;

  /**
   * An empty store: {@link #fill} gives it its records.
   *
   * @param listener of its transactions
   */
  public QueryStore(long seed, StoreSize size, TransactionListener listener) {
    this(seed, size, listener, 0);
  }

  /**
   * An empty store.
   *
   * @param placement 0 for the records of the seed; another number for records with the same values
   *     in each column, placed otherwise
   */
  public QueryStore(long seed, StoreSize size, TransactionListener listener, int placement) {
    this.scheduler = DeterministicScheduler.of(SchedulerOptions.seeded(seed));
    SplittableRandom drawn = scheduler.random("queries");
    this.random = drawn;
    this.queries = new RandomQueries(drawn, size);
    RecordMetaData.Builder builder = queries.metaData();
    this.kinds = new RandomKinds(scheduler.random("kinds"), queries);
    if (size.everyKind()) {
      kinds.addIndexes(builder);
    }
    this.metaData = builder.build();
    List<Message> made = queries.records(drawn.nextInt(size.recordsMin(), size.recordsMax() + 1));
    this.records =
        placement == 0 ? made : PlacedRecords.of(made, new Random(31 * seed + placement));
    this.everyRecord = new EveryRecord(metaData, records);
    EngineFaults faults =
        new EngineFaults(FaultRates.none(), scheduler.random("faults"), fault -> {});
    this.engine = new SimulatedEngine(scheduler, faults);
    SimulatedProcess process = scheduler.process("asking");
    this.database =
        RecordDatabase.builder(engine.connect(process))
            .clock(process.clock())
            .random(process.random())
            .executor(process.executor())
            .timer(process.timer())
            .joiner(scheduler)
            .listener(listener)
            .build();
  }

  /** Saves the records. */
  public void fill() {
    for (int from = 0; from < records.size(); from += SAVES_MAX) {
      List<Message> part = records.subList(from, Math.min(from + SAVES_MAX, records.size()));
      change(
          store ->
              CompletableFuture.allOf(
                  part.stream().map(store::save).toArray(CompletableFuture<?>[]::new)));
    }
    read(
        store -> {
          for (Message record : records) {
            Tuple key = everyRecord.primaryKey(record);
            store
                .context()
                .join(store.load(EveryRecord.type(record), key))
                .flatMap(StoredRecord::version)
                .ifPresent(version -> everyRecord.note(record, version));
          }
          return null;
        });
  }

  /** Changes the store in a transaction. */
  public <T> T change(Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(database.run(context -> open(context).thenCompose(body)));
  }

  /** Reads the store in a transaction of its own. */
  public <T> T read(Function<RecordStore, T> body) {
    try (RecordContext context = database.openContext()) {
      return body.apply(context.join(open(context)));
    }
  }

  private CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, SUBSPACE, metaData, OpenMode.CREATE_OR_OPEN);
  }

  /** Reads a page of a plan's rows. */
  public static RecordCursor.Page<QueryRow> page(
      RecordStore store,
      Asked.Plan plan,
      Bindings parameters,
      Continuation from,
      ScanOptions options) {
    return store.context().join(plan.run(store.queries(), parameters, from, options).asPage());
  }

  /** All rows, over as many executions as it takes; continuations go through their bytes. */
  public static List<QueryRow> rows(
      RecordStore store, QueryPlan plan, Bindings parameters, ScanOptions options) {
    return rows(store, Asked.Plan.of(plan), parameters, options);
  }

  /** As the other, of any plan. */
  public static List<QueryRow> rows(
      RecordStore store, Asked.Plan plan, Bindings parameters, ScanOptions options) {
    List<QueryRow> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<QueryRow> page = page(store, plan, parameters, from, options);
      rows.addAll(page.items());
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return rows;
  }

  /** A random query. */
  public Question question() {
    return queries.question();
  }

  /** A random query that negates conditions on elements. */
  public Question negated() {
    return kinds.negated();
  }

  /** Random options of planning, with statistics that are not true. */
  public PlannerOptions options() {
    return queries.options();
  }

  /** A random query of any kind: for records, for groups, or two queries combined. */
  public Asked asked() {
    return kinds.asked(everyRecord);
  }

  /** The source of random choices other than records and queries. */
  public RandomGenerator random() {
    return random;
  }

  public RecordMetaData metaData() {
    return metaData;
  }

  public int recordCount() {
    return records.size();
  }

  public DeterministicScheduler scheduler() {
    return scheduler;
  }

  public EngineFaults faults() {
    return engine.faults();
  }
}
