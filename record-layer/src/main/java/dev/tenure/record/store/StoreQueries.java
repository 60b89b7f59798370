package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.Hooks;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.QueryPlanning;
import dev.tenure.record.meter.TransactionMeter;
import dev.tenure.record.plan.NestedPlan;
import dev.tenure.record.plan.PlanCache;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryPlanner;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.node.PlanSource;
import dev.tenure.record.plan.node.QueryRecord;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.store.statistics.KeptStatistics;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The queries of one store in one transaction. Makes plans and runs them. */
public final class StoreQueries implements PlanSource {
  private final RecordStore store;
  private final StoreState state;
  private final BoundMetaData metaData;
  private final StoreScans scans;

  StoreQueries(RecordStore store, StoreState state, BoundMetaData metaData, StoreScans scans) {
    this.store = store;
    this.state = state;
    this.metaData = metaData;
    this.scans = scans;
  }

  /**
   * The plan of a query; as {@link QueryPlanner#plan}. If a query of the same shape was planned
   * before, the plan comes from the cache.
   */
  public QueryPlan plan(RecordQuery query, PlannerOptions options) {
    return plan(query, Bindings.none(), options);
  }

  /**
   * A plan that is correct for all values of the query's parameters, and chosen to be cheap for the
   * given values. Without statistics of columns, as {@link #plan(RecordQuery, PlannerOptions)}.
   */
  public QueryPlan plan(RecordQuery query, Bindings values, PlannerOptions options) {
    return told(
        plans ->
            plans.plan(
                metaData,
                store.metaData().version(),
                readable(),
                informed(options),
                query,
                values));
  }

  private QueryPlan told(Function<PlanCache, PlanCache.Found> planned) {
    List<QueryListener> listeners = listeners();
    Instant began = listeners.isEmpty() ? Instant.EPOCH : clock().instant();
    PlanCache.Found found = planned.apply(PlanCache.of(store.context().environment()));
    if (!listeners.isEmpty()) {
      QueryPlanning planning =
          new QueryPlanning(
              found.plan().name(), found.remembered(), Duration.between(began, clock().instant()));
      listeners.forEach(listener -> Hooks.run(() -> listener.planned(planning)));
    }
    return found.plan();
  }

  /**
   * The groups of a query, from the beginning. The values of a row are the columns of its group,
   * and then the selected aggregates.
   */
  public RecordCursor<QueryRow> groups(AggregateQuery query) {
    QueryPlan plan = plan(query, PlannerOptions.defaults());
    return run(plan, Bindings.none(), Continuation.START, ScanOptions.defaults());
  }

  /** The plan of a query for groups; as {@link #plan(RecordQuery, PlannerOptions)}. */
  public QueryPlan plan(AggregateQuery query, PlannerOptions options) {
    return told(
        plans ->
            plans.plan(metaData, store.metaData().version(), readable(), informed(options), query));
  }

  /**
   * Other plans of a query, to compare with the one chosen; as {@link QueryPlanner#alternatives}.
   */
  public List<QueryPlan> alternatives(
      RecordQuery query, Bindings values, PlannerOptions options, int plansMax) {
    return planner(readable(), informed(options)).alternatives(query, values, plansMax);
  }

  /**
   * The options with the statistics with which the store was opened, unless the options already
   * have statistics.
   */
  private PlannerOptions informed(PlannerOptions options) {
    return options.statistics() == Statistics.unknown()
        ? state.statistics().map(options::withStatistics).orElse(options)
        : options;
  }

  /**
   * Stores statistics in the store. Processes that open it {@link StoreOptions#withStatistics with
   * statistics} use them after the commit. They replace earlier ones.
   *
   * @throws RecordLayerException STORE_LOCKED
   */
  public void keepStatistics(SampledStatistics statistics) {
    state.requireWritable("change of the statistics of");
    new KeptStatistics(store.context(), state.keys(), metaData).keep(statistics);
  }

  /**
   * The statistics in the store. Reads nothing when the process has them in memory.
   *
   * @return fails with FORMAT_UNKNOWN or DAMAGED
   */
  public CompletableFuture<Optional<SampledStatistics>> keptStatistics() {
    return new KeptStatistics(store.context(), state.keys(), metaData).find();
  }

  private List<BoundIndex> readable() {
    return metaData.indexes().stream()
        .filter(index -> store.indexState(index.name()).isScannable())
        .toList();
  }

  private QueryPlanner planner(List<BoundIndex> readable, PlannerOptions options) {
    return new QueryPlanner(metaData, store.metaData().version(), readable, options);
  }

  /** Runs a plan; as {@link QueryPlan#run}. */
  public RecordCursor<QueryRow> run(
      QueryPlan plan, Bindings bindings, Continuation from, ScanOptions options) {
    return plan.run(this, bindings, from, options);
  }

  /** Runs an outer plan, and an inner plan for each of its rows; as {@link NestedPlan#run}. */
  public RecordCursor<NestedPlan.Pair> run(
      NestedPlan plan, Bindings bindings, Continuation from, ScanOptions options) {
    return plan.run(this, bindings, from, options);
  }

  /**
   * Runs the plan of a query for whole records.
   *
   * @throws IllegalArgumentException when the query selects columns
   */
  public RecordCursor<StoredRecord> records(
      QueryPlan plan, Bindings bindings, Continuation from, ScanOptions options) {
    if (plan.wantsColumns()) {
      throw new IllegalArgumentException("the query wants columns, not records: run its plan");
    }
    return run(plan, bindings, from, options).map(row -> (StoredRecord) row.record().orElseThrow());
  }

  /**
   * Runs a plan to its end, and returns the counts of each operator; as {@link QueryPlan#analyze}.
   */
  public CompletableFuture<String> analyze(QueryPlan plan, Bindings bindings, ScanOptions options) {
    return plan.analyze(this, bindings, options);
  }

  @Override
  public BoundMetaData metaData() {
    return metaData;
  }

  @Override
  public int metaDataVersion() {
    return store.metaData().version();
  }

  @Override
  public InstantSource clock() {
    return store.context().environment().clock();
  }

  @Override
  public PlanSource metered(TransactionMeter meter) {
    return new StoreQueries(store, state, metaData, scans.metered(meter));
  }

  @Override
  public List<QueryListener> listeners() {
    return store.context().queryListeners();
  }

  @Override
  public RecordCursor<? extends QueryRecord> scan(
      BoundType extent, TupleRange range, Continuation from, ScanOptions options) {
    return scans.extent(extent, range, from, options);
  }

  @Override
  public OpenIndex index(String name) {
    return scans.open(scans.readable(name));
  }

  @Override
  public CompletableFuture<? extends QueryRecord> load(
      String index, int extent, Tuple primaryKey, Isolation isolation) {
    return scans.required(
        extent,
        primaryKey,
        isolation,
        () -> (index.isEmpty() ? "a query" : "index " + index) + " gives");
  }
}
