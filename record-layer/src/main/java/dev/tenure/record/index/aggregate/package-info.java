/**
 * Indexes that keep one value for each group of records: counts, sums and extrema, by atomic
 * operations that never conflict; the extremum that groups have now, in its order; bitmaps.
 *
 * <p>Start at {@link dev.tenure.record.index.aggregate.Aggregates}, which reads them, and {@link
 * dev.tenure.record.index.aggregate.AggregateIndexTypes}. What must stay true: a save that changes
 * a count, sum, extremum ever or bitmap reads nothing of the index. A row of columns that has a
 * null among the grouped ones says nothing to any of these types.
 */
@NullMarked
package dev.tenure.record.index.aggregate;

import org.jspecify.annotations.NullMarked;
