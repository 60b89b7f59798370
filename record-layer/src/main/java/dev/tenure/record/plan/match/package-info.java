/**
 * Finds the ranges of indexes and records that contain the records of a set, and the orders in
 * which they return them. Start at {@link dev.tenure.record.plan.match.AccessPaths}. What must stay
 * true: the conditions of a path are true for exactly the records that the path returns.
 */
@NullMarked
package dev.tenure.record.plan.match;

import org.jspecify.annotations.NullMarked;
