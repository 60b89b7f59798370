package dev.tenure.record.plan.aggregate;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.aggregate.PermutedScan;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.List;

/** Reads groups with their extrema from an index, in the order of the index. */
record ScanExtrema(AccessPath path, AccessPath.Direction direction, Estimate estimate)
    implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return path.bounds()
        .range(run.bindings())
        .map(range -> run.entries(path, direction, new PermutedScan(range), from))
        .orElseGet(Cursors::empty);
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
    return "scan extrema of " + path + direction.suffix();
  }
}
