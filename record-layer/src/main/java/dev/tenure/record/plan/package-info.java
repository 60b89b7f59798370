/**
 * The query planner, in the style of Cascades: it turns a query into operators that read a store.
 *
 * <p>Start at {@link dev.tenure.record.plan.QueryPlanner}; it makes a {@link
 * dev.tenure.record.plan.QueryPlan}. docs/planner.md follows one query through the planner. What
 * must stay true: a plan returns exactly the records for which the condition is true, each once,
 * whatever the statistics say. A query that cannot be planned within the limits gets an error,
 * never a slow plan. This package knows no store: a plan reads a {@link
 * dev.tenure.record.plan.node.PlanSource}.
 */
@NullMarked
package dev.tenure.record.plan;

import org.jspecify.annotations.NullMarked;
