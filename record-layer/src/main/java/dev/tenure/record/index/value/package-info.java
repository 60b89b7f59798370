/**
 * Value indexes: an entry for each tuple of columns of each record, unique if asked.
 *
 * <p>Start at {@link dev.tenure.record.index.value.ValueIndexType}.
 */
@NullMarked
package dev.tenure.record.index.value;

import org.jspecify.annotations.NullMarked;
