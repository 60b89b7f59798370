package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.plan.PlanCache;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryPlanner;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.plan.node.PlanSource;
import dev.tenure.record.plan.node.QueryRecord;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.tuple.TupleRange;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Queries of one store in one transaction: plans, and what they read. */
public final class StoreQueries implements PlanSource {
  private final RecordStore store;
  private final BoundMetaData metaData;
  private final RecordReader reader;

  StoreQueries(RecordStore store, BoundMetaData metaData, RecordReader reader) {
    this.store = store;
    this.metaData = metaData;
    this.reader = reader;
  }

  /**
   * The plan of a query, from memory where a query of the same shape was planned before; as {@link
   * QueryPlanner#plan}.
   */
  public QueryPlan plan(RecordQuery query, PlannerOptions options) {
    List<BoundIndex> readable = readable();
    return PlanCache.of(store.context().environment())
        .plan(planner(readable, options), query, readable, options);
  }

  /**
   * The groups of a query, from the begin. The values of a row are the columns of its group, then
   * what is selected.
   */
  public RecordCursor<QueryRow> groups(AggregateQuery query) {
    QueryPlan plan = plan(query, PlannerOptions.defaults());
    return run(plan, Bindings.none(), Continuation.START, ScanOptions.defaults());
  }

  /** The plan of a query of groups; as {@link #plan(RecordQuery, PlannerOptions)}. */
  public QueryPlan plan(AggregateQuery query, PlannerOptions options) {
    List<BoundIndex> readable = readable();
    return PlanCache.of(store.context().environment())
        .plan(planner(readable, options), query, readable, options);
  }

  /**
   * Other plans of a query, to compare with the one chosen; as {@link QueryPlanner#alternatives}.
   */
  public List<QueryPlan> alternatives(RecordQuery query, PlannerOptions options, int plansMax) {
    return planner(readable(), options).alternatives(query, plansMax);
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

  /**
   * Runs the plan of a query that wants whole records.
   *
   * @throws IllegalArgumentException when it wants columns
   */
  public RecordCursor<StoredRecord> records(
      QueryPlan plan, Bindings bindings, Continuation from, ScanOptions options) {
    if (plan.wantsColumns()) {
      throw new IllegalArgumentException("the query wants columns, not records: run its plan");
    }
    return run(plan, bindings, from, options).map(row -> (StoredRecord) row.record().orElseThrow());
  }

  /**
   * Runs a plan to its end, and tells what each operator has done; as {@link QueryPlan#analyze}.
   */
  public CompletableFuture<String> analyze(QueryPlan plan, Bindings bindings, ScanOptions options) {
    return plan.analyze(this, bindings, options);
  }

  @Override
  public BoundMetaData metaData() {
    return metaData;
  }

  @Override
  public InstantSource clock() {
    return store.context().environment().clock();
  }

  @Override
  public RecordCursor<? extends QueryRecord> scan(
      BoundType extent, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scanExtent(extent, range, from, options);
  }

  @Override
  public OpenIndex index(String name) {
    return store.index(name);
  }

  @Override
  public CompletableFuture<? extends QueryRecord> load(
      String index, int extent, Tuple primaryKey, Isolation isolation) {
    BoundType type =
        metaData.types().stream().filter(each -> each.extent() == extent).findFirst().orElseThrow();
    return reader
        .load(type, primaryKey, isolation)
        .thenApply(found -> required(found, index, primaryKey));
  }

  private StoredRecord required(Optional<StoredRecord> found, String index, Tuple primaryKey) {
    return found.orElseThrow(
        () ->
            new RecordLayerException(
                RecordLayerException.Code.DAMAGED,
                (index.isEmpty() ? "a query" : "index " + index)
                    + " gives the record "
                    + primaryKey
                    + ", which does not exist (store "
                    + reader.describe()
                    + ")"));
  }
}
