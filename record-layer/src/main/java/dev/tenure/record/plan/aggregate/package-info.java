/**
 * Plans for queries for groups: operators that fold records or rows of aggregate indexes into
 * groups. Start at {@link dev.tenure.record.plan.aggregate.GroupPlanner}. What must stay true: the
 * rows of a group follow one another, so that a cursor and its continuation hold one group only.
 */
@NullMarked
package dev.tenure.record.plan.aggregate;

import org.jspecify.annotations.NullMarked;
