/**
 * Which range of which key has the records of a set, and in which order. Start at {@link
 * dev.tenure.record.plan.match.AccessPaths}. What must stay true: a path's conditions are true of
 * exactly the records that it gives.
 */
@NullMarked
package dev.tenure.record.plan.match;

import org.jspecify.annotations.NullMarked;
