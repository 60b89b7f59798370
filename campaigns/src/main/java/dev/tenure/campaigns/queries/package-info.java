/**
 * Random stores and random queries on them, and what a look at every record gives. Start at {@link
 * dev.tenure.campaigns.queries.QueryStore}. The simulation's world {@code queries} and the report
 * of regret are made of them.
 */
@NullMarked
package dev.tenure.campaigns.queries;

import org.jspecify.annotations.NullMarked;
