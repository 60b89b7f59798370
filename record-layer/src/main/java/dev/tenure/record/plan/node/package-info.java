/**
 * The operators of plans. Start at {@link dev.tenure.record.plan.node.PlanNode}. What must stay
 * true: an operator that stops anywhere, and continues from its continuation, returns each record
 * once; it keeps at most a few records in memory.
 */
@NullMarked
package dev.tenure.record.plan.node;

import org.jspecify.annotations.NullMarked;
