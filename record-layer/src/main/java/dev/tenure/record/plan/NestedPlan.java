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
 * For each row of an outer plan the rows of an inner one, whose parameters take values of the outer
 * row: in the order of the outer plan, and within a row of it in that of the inner one. Immutable.
 *
 * <p>One continuation goes on with both. Where the outer row has gone or has other values by then,
 * its inner plan is not gone on with.
 */
public final class NestedPlan {
  /** The most inner plans that read at a time. */
  public static final int WIDTH_MAX = 64;

  /** How many inner plans read at a time when nothing is said. */
  static final int WIDTH = 10;

  private final QueryPlan outer;
  private final QueryPlan inner;
  private final Function<QueryRow, Bindings> values;
  private final int width;

  /**
   * A row of the inner plan, and that of the outer plan which gave its values.
   *
   * @param outer the same one for all rows of its inner plan
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

  /** With so many inner plans that read at a time: one is given, the others are read ahead. */
  public NestedPlan withWidth(int newWidth) {
    return new NestedPlan(outer, inner, values, newWidth);
  }

  /**
   * Runs the plan.
   *
   * @param given the values of the outer plan's parameters; they are given to the inner plan as
   *     well
   * @param options as for {@link QueryPlan#run}; rows are those of the inner plan, and the limits
   *     are those of both plans together
   * @throws IllegalArgumentException when a parameter of the outer plan has no value or one of
   *     another type, or the options say reverse; the inner plan's own fail the cursor
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     is of other plans, of other values or of other metadata; INDEX_NOT_READABLE
   */
  public RecordCursor<Pair> run(
      PlanSource source, Bindings given, Continuation from, ScanOptions options) {
    if (options.reverse()) {
      throw new IllegalArgumentException("a query is not run in reverse: order it otherwise");
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

  /** What both plans do, and what they are expected to cost. */
  public String explain() {
    return "outer\n" + outer.explain().indent(2) + "inner, for each\n" + inner.explain().indent(2);
  }
}
