package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An entry of an index. Immutable, and compared by value. */
public final class IndexEntry {
  /** The extent of an entry that belongs to no single record. */
  public static final int NO_RECORD = -1;

  private final String index;
  private final UnpackedTuple key;
  private final UnpackedTuple value;
  private final int extent;
  private final Tuple primaryKey;

  /** An entry of given columns, as the methods of the same names say. */
  public IndexEntry(String index, Tuple key, Tuple value, int extent, Tuple primaryKey) {
    this(index, UnpackedTuple.of(key), UnpackedTuple.of(value), extent, primaryKey);
  }

  IndexEntry(String index, UnpackedTuple key, UnpackedTuple value, int extent, Tuple primaryKey) {
    this.index = index;
    this.key = key;
    this.value = value;
    this.extent = extent;
    this.primaryKey = primaryKey;
  }

  /** The name of the index. */
  public String index() {
    return index;
  }

  /** The indexed columns; in an index of groups, the columns of the group. */
  public Tuple key() {
    return key.tuple();
  }

  /** The covering columns; in an index of groups, the aggregate of the group, such as its count. */
  public Tuple value() {
    return value.tuple();
  }

  /**
   * The type key of the record's type, or 0 for the shared extent; -1 for an entry that belongs to
   * no single record.
   */
  public int extent() {
    return extent;
  }

  /** The record's primary key without the record type key; empty in an index of groups. */
  public Tuple primaryKey() {
    return primaryKey;
  }

  /** A column of {@link #key}, for which no tuple is made. */
  public @Nullable Object keyColumn(int column) {
    return key.get(column);
  }

  /** A column of {@link #value}, for which no tuple is made. */
  public @Nullable Object valueColumn(int column) {
    return value.get(column);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IndexEntry that
        && index.equals(that.index)
        && key().equals(that.key())
        && value().equals(that.value())
        && extent == that.extent
        && primaryKey.equals(that.primaryKey);
  }

  @Override
  public int hashCode() {
    return Objects.hash(index, key(), value(), extent, primaryKey);
  }

  @Override
  public String toString() {
    return "IndexEntry[index=%s, key=%s, value=%s, extent=%d, primaryKey=%s]"
        .formatted(index, key(), value(), extent, primaryKey);
  }
}
