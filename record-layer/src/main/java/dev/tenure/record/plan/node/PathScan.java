package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.OrderedScan;
import dev.tenure.record.plan.node.PlanRun.Wanted;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;

/**
 * Reads an access path in one direction. If the path is not distinct, a record is returned once for
 * each of its entries in the range; {@link FirstEntries} above it removes the repetitions.
 */
public record PathScan(AccessPath path, AccessPath.Direction direction, Estimate estimate)
    implements PlanNode, OrderedScan {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    Optional<TupleRange> range = path.bounds().range(run.bindings());
    if (range.isEmpty()) {
      return Cursors.empty();
    }
    ScanOptions all = run.in(direction);
    Wanted wanted = path.search().isEmpty() ? run.wanted() : Wanted.UNKNOWN;
    if (wanted.most() > 0 || wanted.expected() == 0) {
      return rows(run, range.get(), from, all.withRowsMax(wanted.most()));
    }
    return Cursors.inSteps(
        wanted.expected(),
        all.budgetOf(run.source().clock()),
        from,
        (rows, at) -> rows(run, range.get(), at, all.withRowsMax(rows)));
  }

  private RecordCursor<Row> rows(
      PlanRun run, TupleRange range, Continuation from, ScanOptions options) {
    return path.index().isEmpty()
        ? records(run, range, from, options)
        : run.entries(path, options, scan(run, range), from);
  }

  private IndexScan scan(PlanRun run, TupleRange range) {
    Tuple equal = Optional.ofNullable(range.low()).orElseGet(Tuple::new);
    return path.search()
        .map(search -> search.scan(equal, run.bindings()))
        .orElseGet(() -> IndexScan.range(range));
  }

  private RecordCursor<Row> records(
      PlanRun run, TupleRange range, Continuation from, ScanOptions options) {
    BoundType extent = path.extent().orElseThrow();
    return run.source()
        .scan(extent, range, from, options)
        .map(record -> Row.of(extent.extent(), record));
  }

  @Override
  public Delivered delivered() {
    return path.layout().map(Delivered::entries).orElseGet(Delivered::records);
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "scan " + path + direction.suffix();
  }
}
