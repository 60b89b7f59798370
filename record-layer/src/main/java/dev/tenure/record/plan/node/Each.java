package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.FlatMap;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.QueryPredicate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs a plan for each value of a list. The plans run one after another, in ascending or descending
 * order of the values, or all at the same time, with merged rows.
 *
 * @param list the condition with the list
 * @param element the parameter of the inner plan that takes each value
 * @param inner the plan for one value
 * @param mode the order of the values
 * @param merge the key by which rows are merged; empty when the plans run one after another
 * @param equal the condition that is true for exactly the rows of one value; empty when no record
 *     has two of the values
 * @param estimate the estimate for all values together
 */
public record Each(
    QueryPredicate list,
    String element,
    PlanNode inner,
    Mode mode,
    Optional<MergeKey> merge,
    Optional<Conditions> equal,
    Estimate estimate)
    implements PlanNode {

  /** The order in which the plans of the values run. */
  public enum Mode {
    ASCENDING,
    DESCENDING,
    /** All plans run at the same time. */
    MERGED
  }

  /** A value, with its place in the list. */
  private record Element(int place, ColumnValue value) {}

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    List<ColumnValue> values = values(run.bindings());
    if (values.isEmpty()) {
      return Cursors.empty();
    }
    if (mode == Mode.MERGED) {
      PlanRun each = run.among(values.size(), list);
      PlanRun.Wanted wanted = run.wanted().part(1.0 / values.size());
      List<CursorSource<Row>> cursors =
          values.stream()
              .<CursorSource<Row>>map(
                  value -> at -> each.with(bound(run, value)).open(inner, wanted, at))
              .toList();
      return Merge.union(cursors, merge.orElseThrow(), from);
    }
    List<Element> elements =
        IntStream.range(0, values.size()).mapToObj(i -> new Element(i, values.get(i))).toList();
    return Cursors.flatMap(
        from,
        at ->
            Cursors.list(
                "values of " + list, elements, at, run.options().budgetOf(run.source().clock())),
        FlatMap.<Element, Row>to((each, at) -> open(run, values, each, at)).withWidth(width(run)));
  }

  /** No more values are begun at a time than are expected to be needed. */
  private int width(PlanRun run) {
    double needed = run.wanted().expected() / Math.max(1, inner.estimate().rows());
    return needed == 0 ? run.width() : (int) Math.min(run.width(), Math.ceil(needed));
  }

  private RecordCursor<Row> open(
      PlanRun run, List<ColumnValue> values, Element each, Continuation from) {
    PlanRun one = run.with(bound(run, each.value()));
    if (equal.isEmpty()) {
      return one.open(inner, run.wanted(), from);
    }
    List<Bindings> before =
        values.subList(0, each.place()).stream().map(value -> bound(run, value)).toList();
    return one.open(inner, run.wanted().perhaps(), from)
        .filter(row -> before.stream().noneMatch(given -> equal.get().hold(row, given)));
  }

  private Bindings bound(PlanRun run, ColumnValue value) {
    return run.bindings().withElement(element, value);
  }

  private List<ColumnValue> values(Bindings bindings) {
    return OneColumn.valuesOf(list, bindings).stream()
        .sorted(
            (one, other) -> {
              int order = Arrays.compareUnsigned(one.packed(), other.packed());
              return mode == Mode.DESCENDING ? -order : order;
            })
        .toList();
  }

  @Override
  public Delivered delivered() {
    return inner.delivered();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(inner);
  }

  @Override
  public String text() {
    return "for each "
        + element
        + " of "
        + list
        + (mode == Mode.MERGED ? " merged by " + merge.orElseThrow() : "")
        + (mode == Mode.DESCENDING ? " descending" : "");
  }
}
