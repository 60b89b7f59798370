package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;

/**
 * An entry of an index.
 *
 * @param index the name of the index
 * @param key the indexed columns; the group, in a count index
 * @param value the covering columns; the count alone, in a count index
 * @param primaryKey of the record, without the record type key; empty in a count index
 */
public record IndexEntry(String index, Tuple key, Tuple value, Tuple primaryKey) {}
