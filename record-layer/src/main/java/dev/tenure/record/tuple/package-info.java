/** Packed tuples that may be any bytes. Start at {@link dev.tenure.record.tuple.PackedTuples}. */
@NullMarked
package dev.tenure.record.tuple;

import org.jspecify.annotations.NullMarked;
