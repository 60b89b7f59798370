/**
 * Limits of what can be stored: sizes of keys and values, and text that UTF-8 can hold.
 *
 * <p>Start at {@link dev.tenure.record.limit.KeyValueLimits} and {@link
 * dev.tenure.record.limit.Surrogates}. What must stay true: a write that the database would refuse
 * at the commit is refused where it is made. This package knows bytes and strings only.
 */
@NullMarked
package dev.tenure.record.limit;

import org.jspecify.annotations.NullMarked;
