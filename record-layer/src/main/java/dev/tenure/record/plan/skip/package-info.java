/**
 * Scans of an index that jump from one value of its first column to the next. Start at {@link
 * dev.tenure.record.plan.skip.SkipFirst}.
 */
@NullMarked
package dev.tenure.record.plan.skip;

import org.jspecify.annotations.NullMarked;
