package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.FlatMap;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.plan.node.PlanSource;
import dev.tenure.record.query.Bindings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs an inner plan for each row of an outer plan, with parameters that take values of the outer
 * row. Rows are in the order of the outer plan, and for one outer row in the order of the inner
 * plan. Immutable.
 *
 * <p>One continuation continues both plans. If the outer row was deleted or has other values by
 * then, its inner plan is not continued.
 */
public final class NestedPlan {
  /** The most inner plans that read at the same time. */
  public static final int WIDTH_MAX = 64;

  /** The default number of inner plans that read at the same time. */
  static final int WIDTH = 10;

  private final QueryPlan outer;
  private final QueryPlan inner;
  private final Function<QueryRow, Bindings> values;
  private final int width;

  /**
   * A row of the inner plan, with the row of the outer plan that gave its values.
   *
   * @param outer the same object for all rows of one inner plan
   */
  public record Pair(QueryRow outer, QueryRow inner) {}

  NestedPlan(QueryPlan outer, QueryPlan inner, Function<QueryRow, Bindings> values, int width) {
    if (outer.metaDataVersion() != inner.metaDataVersion()) {
      throw new IllegalArgumentException(
          "plans of metadata versions "
              + outer.metaDataVersion()
              + " and "
              + inner.metaDataVersion()
              + " cannot be nested");
    }
    if (width < 1 || width > WIDTH_MAX) {
      throw new IllegalArgumentException("width is " + width + ", expected 1 to " + WIDTH_MAX);
    }
    this.outer = outer;
    this.inner = inner;
    this.values = values;
    this.width = width;
  }

  /**
   * The same plan with another number of inner plans that read at the same time. The rows of one of
   * them are returned while the others read ahead.
   */
  public NestedPlan withWidth(int newWidth) {
    return new NestedPlan(outer, inner, values, newWidth);
  }

  /**
   * Runs the plan.
   *
   * @param given the values of the outer plan's parameters; the inner plan gets them as well
   * @param options as for {@link QueryPlan#run}. Limits of rows count rows of the inner plan;
   *     limits of what is scanned count both plans together
   * @throws IllegalArgumentException when a parameter of the outer plan has no value or a value of
   *     another type, or the options say reverse. Such an error of the inner plan fails the cursor
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     belongs to other plans, values or metadata; INDEX_NOT_READABLE
   */
  public RecordCursor<Pair> run(
      PlanSource source, Bindings given, Continuation from, ScanOptions options) {
    if (options.reverse()) {
      throw new IllegalArgumentException(
          "ScanOptions say reverse, but a query's order is part of the query: change its orderBy");
    }
    Bindings all = outer.requireValues(given);
    ScanOptions below = options.within(options.budgetOf(source.clock()));
    FlatMap<QueryRow, Pair> rows =
        FlatMap.<QueryRow, Pair>to(
                (row, at) ->
                    inner
                        .part(source, given.and(values.apply(row)), below, at)
                        .map(found -> new Pair(row, found)))
            .withWidth(width)
            .withCheck(row -> row.primaryKey().add(values.apply(row).packed()));
    return Cursors.page(
        options,
        from,
        at ->
            Cursors.plan(
                identities(all),
                at,
                then -> Cursors.flatMap(then, o -> outer.part(source, given, below, o), rows)));
  }

  private Map<String, Long> identities(Bindings all) {
    Map<String, Long> identities = new LinkedHashMap<>();
    identities.put("metadata version", (long) outer.metaDataVersion());
    identities.put("outer plan", outer.fingerprint());
    identities.put("inner plan", inner.fingerprint());
    Tuple both = Tuple.from(all.packed(), inner.ownValues().packed());
    identities.put("set of parameter values", Fingerprint.of(both.pack()));
    return identities;
  }

  /** Both plans as text, with their expected rows and costs. */
  public String explain() {
    return "outer\n" + outer.explain().indent(2) + "inner, for each\n" + inner.explain().indent(2);
  }
}
