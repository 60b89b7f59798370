/**
 * The memo of a Cascades planner, and the search in it. Start at {@link
 * dev.tenure.record.plan.memo.Memo}, then {@link dev.tenure.record.plan.memo.Optimizer}. This
 * package knows no rule.
 */
@NullMarked
package dev.tenure.record.plan.memo;

import org.jspecify.annotations.NullMarked;
