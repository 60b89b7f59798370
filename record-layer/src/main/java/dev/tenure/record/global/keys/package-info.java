/**
 * Adds and drops secondary keys while clients write.
 *
 * <p>Start at {@link dev.tenure.record.global.keys.KeyChanges}. {@code RecordPass} rewrites all
 * records, which fences operations that use older keys. What must stay true: a key becomes READABLE
 * only after every record was rewritten later than a lease after the key was stored.
 */
@NullMarked
package dev.tenure.record.global.keys;

import org.jspecify.annotations.NullMarked;
