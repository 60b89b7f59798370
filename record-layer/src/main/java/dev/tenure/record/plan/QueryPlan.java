package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.OperatorCounts;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.PlanRun.Wanted;
import dev.tenure.record.plan.node.PlanSource;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a query: operators that read a store and return the query's rows. A plan can be kept,
 * printed, and run again with other values of its parameters, on any store with the same metadata
 * in which the plan's indexes are readable. Immutable.
 */
public final class QueryPlan {
  private static final Tuple NO_COLUMNS = new Tuple();

  private final PlanNode root;
  private final Conditions condition;
  private final int limit;
  private final List<Function<Row, @Nullable Object>> wanted;
  private final int metaDataVersion;
  private final Bindings values;
  private final QueryLabel label;

  /**
   * Creates a plan.
   *
   * @param condition the condition of the query, which tells the types of its parameters
   * @param limit the most rows; 0 for no limit
   * @param wanted the selected columns; empty for whole records
   * @param values the values of the parameters that replaced values in the query
   * @param label the query's name for meters and logs
   */
  QueryPlan(
      PlanNode root,
      Conditions condition,
      int limit,
      List<Function<Row, @Nullable Object>> wanted,
      int metaDataVersion,
      Bindings values,
      QueryLabel label) {
    this.root = root;
    this.condition = condition;
    this.limit = limit;
    this.wanted = List.copyOf(wanted);
    this.metaDataVersion = metaDataVersion;
    this.values = values;
    this.label = label;
  }

  /** The same plan for a query that differs only in its values and name. */
  QueryPlan with(Bindings others, RecordQuery query) {
    return new QueryPlan(root, condition, limit, wanted, metaDataVersion, others, label.of(query));
  }

  /** The query's name in meters and logs. A query without a name gets one made of its shape. */
  public String name() {
    return label.name();
  }

  QueryLabel label() {
    return label;
  }

  /**
   * Runs the plan.
   *
   * @param given the values of the query's parameters
   * @param from START, or a continuation of an earlier run with the same values
   * @param options the isolation, limits, skip and number of rows of this execution. Reverse is
   *     refused: the query says its order
   * @throws IllegalArgumentException when a parameter has no value or a value of another type, or
   *     the options say reverse
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     is of another plan, of other values or of other metadata; INDEX_NOT_READABLE;
   *     METADATA_CHANGED when the plan is of another version of the metadata than the store
   */
  public RecordCursor<QueryRow> run(
      PlanSource source, Bindings given, Continuation from, ScanOptions options) {
    if (source.listeners().isEmpty()) {
      return open(source, given, from, options, Optional.empty());
    }
    OperatorCounts counts = new OperatorCounts(source);
    return new ToldCursor(
        this, source, counts, open(source, given, from, options, Optional.of(counts)));
  }

  private RecordCursor<QueryRow> open(
      PlanSource source,
      Bindings given,
      Continuation from,
      ScanOptions options,
      Optional<OperatorCounts> counts) {
    if (options.reverse()) {
      throw new IllegalArgumentException(
          "ScanOptions say reverse, but a query's order is part of the query: change its orderBy");
    }
    Bindings all = requireValues(given);
    ScanOptions below = options.within(options.budgetOf(source.clock()));
    long behind = (long) options.rowsMax() + options.skip();
    int page = options.rowsMax() == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, behind);
    int rowsMax = page == 0 || limit == 0 ? Math.max(page, limit) : Math.min(page, limit);
    return Cursors.page(options, from, at -> open(source, all, below, counts, rowsMax, at));
  }

  /** Opens the plan without skip and limit. */
  private RecordCursor<QueryRow> open(
      PlanSource source,
      Bindings all,
      ScanOptions below,
      Optional<OperatorCounts> counts,
      int rowsMax,
      Continuation from) {
    requireMetaData(source);
    PlanRun run =
        new PlanRun(source, all, below, PlanRun.loadsAtOnce(limit), counts, 1, Wanted.UNKNOWN);
    CursorSource<Row> rows = at -> run.open(root, Wanted.atMost(rowsMax), at);
    CursorSource<Row> limited = limit == 0 ? rows : at -> Cursors.atMost(limit, at, rows);
    return Cursors.plan(identities(all), from, at -> limited.open(at).map(this::row));
  }

  /** An index or a type of the name may be another one in other metadata. */
  private void requireMetaData(PlanSource source) {
    if (source.metaDataVersion() != metaDataVersion) {
      throw new RecordLayerException(
          RecordLayerException.Code.METADATA_CHANGED,
          "plan is of metadata version "
              + metaDataVersion
              + ", the store's is "
              + source.metaDataVersion()
              + ": plan the query anew");
    }
  }

  /** Runs the plan as a part of a composed plan, whose limits all parts share. */
  RecordCursor<QueryRow> part(
      PlanSource source, Bindings given, ScanOptions below, Continuation from) {
    return open(source, requireValues(given), below, Optional.empty(), limit, from);
  }

  /** The values of all parameters, including the parameters that replaced values in the query. */
  Bindings requireValues(Bindings given) {
    Bindings all = given.and(values);
    condition.require(all);
    return all;
  }

  /**
   * Combines this plan with another one that runs for each row of it. A client joins two queries in
   * this way; the planner itself never does. See {@link NestedPlan}.
   *
   * @param inner a plan for the same metadata. Its limit holds for each row of this plan
   * @param values computes the inner plan's parameters from a row of this plan; equal rows must
   *     give equal values
   * @throws IllegalArgumentException when the inner plan is for another version of the metadata
   */
  public NestedPlan each(QueryPlan inner, Function<QueryRow, Bindings> values) {
    return new NestedPlan(this, inner, values, NestedPlan.WIDTH);
  }

  /**
   * A fingerprint of the plan without values. A continuation is refused by a plan with another
   * fingerprint.
   */
  long fingerprint() {
    return Fingerprint.of(this + " limit " + limit);
  }

  /** The values of the parameters that replaced values in the query. */
  Bindings ownValues() {
    return values;
  }

  int metaDataVersion() {
    return metaDataVersion;
  }

  /**
   * Runs the plan until it ends or meets a limit, and returns its counts.
   *
   * @return a line for each operator. It has the rows and costs of the operator with all operators
   *     below it, beside the numbers that {@link #explain()} expects, and the requests, keys and
   *     bytes of the operator alone. The last line has the rows and bytes that count for the limits
   */
  public CompletableFuture<String> analyze(PlanSource source, Bindings given, ScanOptions options) {
    OperatorCounts counts = new OperatorCounts(source);
    ScanBudget budget = options.budgetOf(source.clock());
    return open(source, given, Continuation.START, options.withBudget(budget), Optional.of(counts))
        .forEach(row -> CompletableFuture.completedFuture(null), 1)
        .thenApply(
            stop ->
                CountTable.of(root, counts, text -> text)
                    + "scanned "
                    + budget.records()
                    + " rows of "
                    + budget.bytes()
                    + " bytes, stopped for "
                    + stop.reason()
                    + '\n');
  }

  /** The plan with the counts of its operators, without values. */
  String counted(OperatorCounts counts) {
    return CountTable.of(root, counts, label::withoutValues);
  }

  private Map<String, Long> identities(Bindings all) {
    Map<String, Long> identities = new LinkedHashMap<>();
    identities.put("metadata version", (long) metaDataVersion);
    identities.put("plan", fingerprint());
    identities.put("set of parameter values", Fingerprint.of(all.packed()));
    return identities;
  }

  private QueryRow row(Row row) {
    if (wanted.isEmpty()) {
      return new QueryRow(row.primaryKey(), NO_COLUMNS, row.loaded());
    }
    @Nullable Object[] columns = new @Nullable Object[wanted.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = wanted.get(i).apply(row);
    }
    return new QueryRow(row.primaryKey(), Tuple.from(columns), Optional.empty());
  }

  /** Whether rows have selected columns in place of records. */
  public boolean wantsColumns() {
    return !wanted.isEmpty();
  }

  /** The expected rows and costs of the plan. */
  public Estimate estimate() {
    return root.estimate();
  }

  /** The operators of the plan, one on a line, with their expected rows and costs. */
  public String explain() {
    return PlanText.withEstimates(root);
  }

  /** The operators of the plan, one on a line. Plans that do the same have the same text. */
  @Override
  public String toString() {
    return PlanText.of(root);
  }
}
