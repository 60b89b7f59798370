package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;

/**
 * Reads an access path in one direction. Of a path that is not distinct, a record comes once for
 * each of its entries in the range; {@link FirstEntries} stands above it then.
 */
public record PathScan(AccessPath path, AccessPath.Direction direction, Estimate estimate)
    implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    Optional<TupleRange> range = path.bounds().range(run.bindings());
    if (range.isEmpty()) {
      return Cursors.empty();
    }
    ScanOptions options = run.options().withReverse(direction == AccessPath.Direction.REVERSE);
    return path.index()
        .map(index -> entries(run, index, range.get(), from, options))
        .orElseGet(() -> records(run, range.get(), from, options));
  }

  private RecordCursor<Row> entries(
      PlanRun run, BoundIndex index, TupleRange range, Continuation from, ScanOptions options) {
    OpenIndex open = run.source().index(index.name());
    EntryLayout layout = path.layout().orElseThrow();
    return index
        .maintainer()
        .scan(open, scan(run, range), from, options)
        .map(entry -> Row.of(entry, layout));
  }

  private IndexScan scan(PlanRun run, TupleRange range) {
    Tuple equal = Optional.ofNullable(range.low()).orElseGet(Tuple::new);
    return path.search()
        .map(search -> search.scan(equal, run.bindings()))
        .orElseGet(() -> IndexScan.range(range));
  }

  private RecordCursor<Row> records(
      PlanRun run, TupleRange range, Continuation from, ScanOptions options) {
    int extent = path.extent().orElseThrow().extent();
    return run.source()
        .scan(path.extent().orElseThrow(), range, from, options)
        .map(record -> Row.of(extent, record));
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
    return "scan " + path + (direction == AccessPath.Direction.REVERSE ? " reverse" : "");
  }
}
