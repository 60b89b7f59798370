package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.query.Bindings;
import java.util.Optional;

/**
 * One execution of a plan.
 *
 * @param options of all scans of the plan: isolation and a budget that they share; neither rows nor
 *     skip, nor direction
 * @param width how many loads of records may be under way at once
 * @param counts what counts the rows of each operator; empty when nobody asks
 */
public record PlanRun(
    PlanSource source,
    Bindings bindings,
    ScanOptions options,
    int width,
    Optional<RowCounts> counts) {

  /** Begins to read an operator, or goes on from a continuation that its cursor has given. */
  public RecordCursor<Row> open(PlanNode plan, Continuation from) {
    return counted(plan, plan.open(this, from));
  }

  /** The rows of an operator, counted when somebody asks. */
  RecordCursor<Row> counted(PlanNode plan, RecordCursor<Row> cursor) {
    return counts.map(each -> each.counted(plan, cursor)).orElse(cursor);
  }

  /** The same execution inside a loop over values. */
  PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width, counts);
  }
}
