/**
 * The rules of the planner, one in each file. Start at {@link
 * dev.tenure.record.plan.rule.PlannerRules}; a new rule is a new file here, named there.
 */
@NullMarked
package dev.tenure.record.plan.rule;

import org.jspecify.annotations.NullMarked;
