/**
 * Queries of groups of records. Start at {@link dev.tenure.record.query.aggregate.AggregateQuery};
 * {@link dev.tenure.record.query.aggregate.Aggregate} makes what is asked of each group.
 */
@NullMarked
package dev.tenure.record.query.aggregate;

import org.jspecify.annotations.NullMarked;
