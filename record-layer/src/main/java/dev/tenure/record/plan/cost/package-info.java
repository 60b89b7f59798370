/**
 * What plans are expected to give and to cost. Start at {@link
 * dev.tenure.record.plan.cost.Statistics}. Wrong numbers make slow plans, and never wrong ones.
 */
@NullMarked
package dev.tenure.record.plan.cost;

import org.jspecify.annotations.NullMarked;
