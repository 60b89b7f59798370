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
 * @param counts of the operator that is open; empty when nobody asks
 */
public record PlanRun(
    PlanSource source,
    Bindings bindings,
    ScanOptions options,
    int width,
    Optional<OperatorCounts> counts) {

  /** Begins to read an operator, or goes on from a continuation that its cursor has given. */
  public RecordCursor<Row> open(PlanNode plan, Continuation from) {
    return counts.isEmpty()
        ? plan.open(this, from)
        : counts.get().below(plan).open(plan, this, from);
  }

  /** The same execution inside an operator, whose reads are counted by its source. */
  PlanRun counted(PlanSource metered, OperatorCounts operator) {
    return new PlanRun(metered, bindings, options, width, Optional.of(operator));
  }

  /** The same execution inside a loop over values. */
  PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width, counts);
  }
}
