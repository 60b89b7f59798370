/**
 * Estimates of how many rows plans return and what they cost. Start at {@link
 * dev.tenure.record.plan.cost.Statistics}. What must stay true: wrong estimates make plans slower,
 * but never make their results wrong.
 */
@NullMarked
package dev.tenure.record.plan.cost;

import org.jspecify.annotations.NullMarked;
