package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;

/**
 * An entry of an index.
 *
 * @param index the name of the index
 * @param key the indexed columns; the group, in an index of groups
 * @param value the covering columns; what is kept of the group, in an index of groups: its count
 * @param extent where the record lies: the type key of its type, 0 in the shared extent; -1 for an
 *     entry that stands for no single record
 * @param primaryKey of the record, without the record type key; empty in an index of groups
 */
public record IndexEntry(String index, Tuple key, Tuple value, int extent, Tuple primaryKey) {
  /** An extent that stands for no record. */
  public static final int NO_RECORD = -1;
}
