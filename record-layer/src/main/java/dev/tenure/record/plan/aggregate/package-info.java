/**
 * Groups of records with their aggregates, as operators of plans. Start at {@link
 * dev.tenure.record.plan.aggregate.GroupPlanner}. What must stay true: rows of a group come
 * together, so that one group is held; a continuation holds it too.
 */
@NullMarked
package dev.tenure.record.plan.aggregate;

import org.jspecify.annotations.NullMarked;
