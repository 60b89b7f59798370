package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;

/**
 * An entry of an index.
 *
 * @param index the name of the index
 * @param key the indexed columns; in an index of groups, the columns of the group
 * @param value the covering columns; in an index of groups, the aggregate of the group, such as its
 *     count
 * @param extent the type key of the record's type, or 0 for the shared extent; -1 for an entry that
 *     belongs to no single record
 * @param primaryKey the record's primary key without the record type key; empty in an index of
 *     groups
 */
public record IndexEntry(String index, Tuple key, Tuple value, int extent, Tuple primaryKey) {
  /** The extent of an entry that belongs to no single record. */
  public static final int NO_RECORD = -1;
}
