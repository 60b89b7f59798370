/**
 * Conditions that several bitmap indexes answer together. They are {@code and}, {@code or} and
 * {@code not} of equalities, and are combined bit by bit before any record is loaded. Start at
 * {@link dev.tenure.record.plan.bitmap.ComposeBitmaps}. What must stay true: a set of positions has
 * exactly the records of its conditions, and each position determines one record.
 */
@NullMarked
package dev.tenure.record.plan.bitmap;

import org.jspecify.annotations.NullMarked;
