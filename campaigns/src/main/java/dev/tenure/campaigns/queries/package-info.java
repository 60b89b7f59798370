/**
 * Random stores, random queries on them, and the results of these queries by a test of every
 * record. Start at {@link dev.tenure.campaigns.queries.QueryStore}. The simulation's world {@code
 * queries} and the report of regret are made of them.
 */
@NullMarked
package dev.tenure.campaigns.queries;

import org.jspecify.annotations.NullMarked;
