/**
 * Queries on a store: from what is asked to operators that read it, by a Cascades planner.
 *
 * <p>Start at {@link dev.tenure.record.plan.QueryPlanner}; a {@link
 * dev.tenure.record.plan.QueryPlan} is what it makes. What must stay true: a plan gives exactly the
 * records of which the condition is true, each once, whatever the statistics say; and what cannot
 * be planned within the limits is an error, never a slow plan. This package knows no store: a plan
 * reads a {@link dev.tenure.record.plan.node.PlanSource}.
 */
@NullMarked
package dev.tenure.record.plan;

import org.jspecify.annotations.NullMarked;
