package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Returns the rows for which all conditions are true.
 *
 * @param rows the expected number of rows that are left; 0 when the conditions are never true, so
 *     that nothing is read
 * @param read which part of the source's rows is expected to be read until a part of the rows that
 *     are left is found; less than that part when the rows that are left come first
 */
public record Filter(PlanNode source, Conditions conditions, double rows, DoubleUnaryOperator read)
    implements PlanNode {

  /** A filter whose rows are spread evenly over those of the plan below. */
  public Filter(PlanNode source, Conditions conditions, double rows) {
    this(source, conditions, rows, Estimate.EVEN);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return conditions.mayHold(run.bindings())
        ? run.open(source, run.wanted().before(source.estimate().rows(), rows, read), from)
            .filter(row -> conditions.hold(row, run.bindings()))
        : Cursors.empty();
  }

  @Override
  public Estimate estimate() {
    return rows == 0 ? new Estimate(0, 0, 0) : source.estimate().filtered(rows, read);
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
