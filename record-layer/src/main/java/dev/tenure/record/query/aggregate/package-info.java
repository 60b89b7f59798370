/**
 * Queries of groups of records. Start at {@link dev.tenure.record.query.aggregate.AggregateQuery};
 * the factories of {@link dev.tenure.record.query.aggregate.Aggregate} make the functions that a
 * query selects.
 */
@NullMarked
package dev.tenure.record.query.aggregate;

import org.jspecify.annotations.NullMarked;
