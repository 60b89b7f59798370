package dev.tenure.record.plan.skip;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.FlatMap;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.match.OrderedScan;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range behind each value of an index's first column, in the order of the index.
 *
 * @param path the whole index
 * @param bounds the bounds of the columns behind the first
 */
record SkipScan(
    AccessPath path, KeyBounds bounds, AccessPath.Direction direction, Estimate estimate)
    implements PlanNode, OrderedScan {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    Optional<TupleRange> range = bounds.range(run.bindings());
    if (range.isEmpty()) {
      return Cursors.empty();
    }
    OpenIndex open = run.source().index(path.index().orElseThrow().name());
    ScanOptions options = run.in(direction);
    return Cursors.flatMap(
        from,
        at ->
            Cursors.strict(
                new FirstValues(open, options, options.budgetOf(run.source().clock()), at)),
        FlatMap.<Tuple, Row>to(
                (first, at) ->
                    run.entries(path, direction, IndexScan.range(behind(first, range.get())), at))
            .withCheck(first -> first));
  }

  private static TupleRange behind(Tuple first, TupleRange range) {
    return new TupleRange(
        behind(first, range.low()),
        range.low() == null || range.lowInclusive(),
        behind(first, range.high()),
        range.high() == null || range.highInclusive(),
        range.lastIsStart());
  }

  private static Tuple behind(Tuple first, @Nullable Tuple end) {
    return end == null ? first : first.addAll(end);
  }

  @Override
  public Delivered delivered() {
    return Delivered.entries(path.layout().orElseThrow());
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "scan " + path + " behind each first value " + bounds + direction.suffix();
  }
}
