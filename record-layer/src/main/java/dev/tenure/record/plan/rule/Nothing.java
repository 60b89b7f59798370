package dev.tenure.record.plan.rule;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.List;

/**
 * Returns no row and reads nothing, because no record satisfies the conditions of a query.
 *
 * @param column the column whose conditions no record satisfies
 */
record Nothing(KeyExpression column) implements PlanNode {
  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.empty();
  }

  @Override
  public Estimate estimate() {
    return new Estimate(0, 0, 0);
  }

  @Override
  public Delivered delivered() {
    return Delivered.records();
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "nothing, since no record satisfies the conditions on " + column;
  }
}
