package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;

/**
 * The first rows in an order, of a plan that gives them in any other: all rows are read, and so
 * many keys are held.
 *
 * @param rowsMax how many rows are given
 */
public record Top(PlanNode source, MergeKey key, int rowsMax) implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.top(
        rowsMax, from, at -> source.open(run, at), key::of, Top::encoded, Top::decoded);
  }

  private static Tuple encoded(Row row) {
    return Tuple.from((long) row.extent()).addAll(row.primaryKey());
  }

  private static Row decoded(Tuple tuple) {
    return new Row((int) tuple.getLong(0), tuple.popFront(), null, null, null);
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
