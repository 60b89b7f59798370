package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;

/**
 * Returns the first rows in an order, of a plan that returns rows in another order. It reads all
 * rows, and keeps only the keys of the first ones in memory.
 *
 * @param rowsMax the number of rows that are returned
 */
public record Top(PlanNode source, MergeKey key, int rowsMax) implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.strict(new TopCursor(this, run, from));
  }

  @Override
  public Estimate estimate() {
    Estimate below = source.estimate();
    double rows = Math.min(rowsMax, below.rows());
    return new Estimate(rows, below.whole() + below.rows() * Estimate.ROW, 0);
  }

  @Override
  public Delivered delivered() {
    return Delivered.keys();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "first " + rowsMax + " by " + key;
  }
}
