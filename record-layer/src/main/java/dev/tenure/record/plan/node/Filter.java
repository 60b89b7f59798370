package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;

/**
 * Returns the rows for which all conditions are true.
 *
 * @param rows the expected number of rows that are left; 0 when the conditions are never true, so
 *     that nothing is read
 */
public record Filter(PlanNode source, Conditions conditions, double rows) implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return conditions.mayHold(run.bindings())
        ? run.open(source, run.wanted().before(source.estimate().rows(), rows), from)
            .filter(row -> conditions.hold(row, run.bindings()))
        : Cursors.empty();
  }

  @Override
  public Estimate estimate() {
    return rows == 0 ? new Estimate(0, 0, 0) : source.estimate().filtered(rows);
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
    return "filter " + conditions;
  }
}
