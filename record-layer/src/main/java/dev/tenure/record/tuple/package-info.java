/**
 * Encodes and checks the bytes of keys and values: packed tuples that may be any bytes,
 * versionstamps in keys and values, and numbers in few bytes. Start at {@link
 * dev.tenure.record.tuple.PackedTuples}.
 */
@NullMarked
package dev.tenure.record.tuple;

import org.jspecify.annotations.NullMarked;
