/**
 * Indexes that keep one value for each group of records:
 *
 * <ul>
 *   <li>counts, sums and extrema ever, by atomic operations that never conflict;
 *   <li>the current extremum of each group (permuted extrema), also as an order of the groups;
 *   <li>bitmaps.
 * </ul>
 *
 * <p>Start at {@link dev.tenure.record.index.aggregate.Aggregates}, which reads them, and {@link
 * dev.tenure.record.index.aggregate.AggregateIndexTypes}. What must stay true: a save that changes
 * a count, sum, extremum ever or bitmap does not read the index. A tuple with a null among the
 * aggregated columns is ignored by all of these types.
 */
@NullMarked
package dev.tenure.record.index.aggregate;

import org.jspecify.annotations.NullMarked;
