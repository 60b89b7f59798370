/**
 * The rules of the planner, one in each file. Start at {@link
 * dev.tenure.record.plan.rule.PlannerRules}; a new rule is a new file here, and is listed there.
 * Rules of a single index type are in packages beside this one: {@code rank}, {@code bitmap},
 * {@code skip} and {@code text}. docs/planner.md says step by step how a rule is added, and
 * docs/planner-extensions.md shows a rule of an application's own.
 */
@NullMarked
package dev.tenure.record.plan.rule;

import org.jspecify.annotations.NullMarked;
