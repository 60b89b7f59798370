/**
 * Conditions that bitmap indexes answer together: and, or, not of equalities, put together bit by
 * bit before a record is loaded. Start at {@link dev.tenure.record.plan.bitmap.ComposeBitmaps}.
 * What must stay true: a set of positions stands for exactly the records of its conditions, and a
 * position leads back to its record.
 */
@NullMarked
package dev.tenure.record.plan.bitmap;

import org.jspecify.annotations.NullMarked;
