/**
 * Value indexes: an entry for each column tuple of each record. They can be unique.
 *
 * <p>Start at {@link dev.tenure.record.index.value.ValueIndexType}.
 */
@NullMarked
package dev.tenure.record.index.value;

import org.jspecify.annotations.NullMarked;
