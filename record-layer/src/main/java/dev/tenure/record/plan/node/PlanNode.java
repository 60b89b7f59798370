package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;

/**
 * An operator of a plan, with those that it reads. Immutable: all state of an execution is in its
 * cursors. Each record comes once.
 */
public interface PlanNode {

  /**
   * Begins to read, or goes on from a continuation that a cursor of this operator has given. Called
   * by {@link PlanRun#open}, by which an operator opens those that it reads.
   */
  RecordCursor<Row> open(PlanRun run, Continuation from);

  Estimate estimate();

  /** What its rows have. */
  Delivered delivered();

  /** What it reads, in order. */
  List<PlanNode> children();

  /** The operator without its children: the same text for operators that do the same. */
  String text();
}
