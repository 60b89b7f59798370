/**
 * Samples a store, so that queries are planned by numbers. Start at {@link
 * dev.tenure.record.statistics.StatisticsSampler}. Wrong numbers make slow plans, and never wrong
 * ones.
 */
@NullMarked
package dev.tenure.record.statistics;

import org.jspecify.annotations.NullMarked;
