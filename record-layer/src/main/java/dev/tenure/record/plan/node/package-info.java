/**
 * The operators of plans. Start at {@link dev.tenure.record.plan.node.PlanNode}. What must stay
 * true: an operator that is cut anywhere and goes on from its continuation gives each record once;
 * it holds no more than a few records.
 */
@NullMarked
package dev.tenure.record.plan.node;

import org.jspecify.annotations.NullMarked;
