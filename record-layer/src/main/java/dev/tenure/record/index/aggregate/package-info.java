/**
 * Indexes that keep one value for each group of records, by atomic operations that never conflict.
 *
 * <p>Start at {@link dev.tenure.record.index.aggregate.CountIndexType}.
 */
@NullMarked
package dev.tenure.record.index.aggregate;

import org.jspecify.annotations.NullMarked;
