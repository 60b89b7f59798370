package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;

/**
 * An operator of a plan, with the operators below it. It returns each record once. Immutable: all
 * state of an execution is in its cursors.
 */
public interface PlanNode {

  /**
   * Begins to read, or continues from a continuation that a cursor of this operator returned. Only
   * {@link PlanRun#open} calls this method; an operator opens the operators below it by that
   * method.
   */
  RecordCursor<Row> open(PlanRun run, Continuation from);

  Estimate estimate();

  /** The values that the operator's rows have. */
  Delivered delivered();

  /** The operators directly below this one, in order. */
  List<PlanNode> children();

  /**
   * The text of the operator without its children. Operators that do the same have the same text.
   */
  String text();
}
