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
 * @param share the part of the rows that are left which is wanted
 * @param read the part of the source's rows that is expected to be read until they are found; less
 *     than the share when the rows that are left come first
 */
public record Filter(PlanNode source, Conditions conditions, double rows, double share, double read)
    implements PlanNode {

  /** A filter whose rows are spread evenly over those of the plan below. */
  public Filter(PlanNode source, Conditions conditions, double rows) {
    this(source, conditions, rows, 1, 1);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    double tested = source.estimate().rows() * read / share;
    return conditions.mayHold(run.bindings())
        ? run.open(source, run.wanted().before(tested, rows), from)
            .filter(row -> conditions.hold(row, run.bindings()))
        : Cursors.empty();
  }

  @Override
  public Estimate estimate() {
    Estimate all = source.estimate();
    return rows == 0
        ? new Estimate(0, 0, 0)
        : all.filtered(rows).plusSaved((share - read) * all.run());
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
