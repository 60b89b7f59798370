/**
 * Samples a store, so that queries are planned by its numbers of records and values. Start at
 * {@link dev.tenure.record.statistics.StatisticsSampler}. What must stay true: wrong statistics
 * make plans slower, but never make their results wrong.
 */
@NullMarked
package dev.tenure.record.statistics;

import org.jspecify.annotations.NullMarked;
