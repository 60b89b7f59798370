package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.query.Bindings;

/**
 * One execution of a plan.
 *
 * @param options of all scans of the plan: isolation and a budget that they share; neither rows nor
 *     skip, nor direction
 * @param width how many loads of records may be under way at once
 */
public record PlanRun(PlanSource source, Bindings bindings, ScanOptions options, int width) {

  /** The same execution inside a loop over values. */
  PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width);
  }
}
