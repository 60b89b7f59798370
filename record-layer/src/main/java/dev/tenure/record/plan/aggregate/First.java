package dev.tenure.record.plan.aggregate;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.plan.node.Wanted;
import java.util.List;

/**
 * Returns the first row of a plan. In the order of a column, the first row has the column's minimum
 * or maximum.
 */
record First(PlanNode source) implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.atMost(1, from, at -> run.open(source, Wanted.atMost(1), at));
  }

  @Override
  public Estimate estimate() {
    Estimate below = source.estimate();
    return new Estimate(1, below.cost(1 / Math.max(1, below.rows())), 0);
  }

  @Override
  public Delivered delivered() {
    return source.delivered();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "first";
  }
}
