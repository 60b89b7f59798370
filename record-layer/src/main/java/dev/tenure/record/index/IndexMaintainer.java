package dev.tenure.record.index;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import java.util.List;
import java.util.Optional;

/** Keeps one index up to date with the changes of records, and reads its entries. Immutable. */
public interface IndexMaintainer {

  /**
   * Adds to the batch the writes that make the index fit the record after the change, given that it
   * fits the record before. Reads nothing, and checks all limits; rows that stay as they are cost
   * no write. What must read before it writes goes into {@link WriteBatch#structure}.
   */
  void update(IndexKeys keys, RecordChange change, WriteBatch batch);

  /**
   * Whether to add a record that is in the index, and to remove one that is not, changes nothing.
   * An index of which that is not true is kept only for the records it has been built of.
   */
  boolean isIdempotent();

  /**
   * The entry in a row of the index.
   *
   * @param key the row's key below the index's prefix
   * @param where for errors only: the store and the key; may be empty, and then an entry that fails
   *     is asked for again with it
   */
  IndexEntry entry(Tuple key, byte[] value, String where);

  /**
   * Scans.
   *
   * @throws IllegalArgumentException when the type has no such kind of scan
   */
  default RecordCursor<IndexEntry> scan(
      OpenIndex index, IndexScan scan, Continuation from, ScanOptions options) {
    if (scan instanceof IndexScan.Range values) {
      return index.entries(values.range(), from, options);
    }
    throw refused(index.bound(), scan, List.of(IndexScan.BY_VALUE));
  }

  /** How a planner may use the index; none when it is only asked for by name. */
  default List<IndexCandidate> candidates() {
    return List.of();
  }

  /**
   * What keeps the index from being built of these records and no others, when there is anything:
   * two of one value in a unique index.
   */
  default Optional<String> contradiction(List<IndexedRecord> records) {
    return Optional.empty();
  }

  /** Whether no two records may have the same columns, even when the definition does not say so. */
  default boolean isAlwaysUnique() {
    return false;
  }

  /**
   * Where it is told which records have some columns, in a unique index that is being built or has
   * violations: in its entries, unless it is a type whose rows are of many records.
   */
  default Range owners(IndexKeys keys, Tuple columns) {
    return keys.range(columns);
  }

  /** The entry that a row of {@link #owners} stands for. */
  default IndexEntry owner(IndexKeys keys, KeyValue row) {
    byte[] key = row.getKey();
    return entry(keys.entryKey(key), row.getValue(), keys.describe(key));
  }

  /**
   * With how many of the first columns the keys of all rows begin, so that the rows of records that
   * have these columns in common can be cleared as ranges.
   */
  int clearableColumns();

  /**
   * Adds to the batch the clearing of all rows that begin with some columns, of which there are at
   * most {@link #clearableColumns()}; what is pending for them too. A type with a second structure
   * clears that in an update of the structure.
   */
  default void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    batch.clear(keys.range(columns));
  }

  /** How the index is looked through for what does not fit the records; empty when it cannot be. */
  default Optional<IndexAudit> audit() {
    return Optional.empty();
  }

  /** For types: the error for a scan of a kind they do not have. */
  static IllegalArgumentException refused(BoundIndex index, IndexScan scan, List<String> known) {
    return new IllegalArgumentException(
        "index "
            + index.name()
            + " of type "
            + index.index().type()
            + " has no scan "
            + scan.kind()
            + ", it has "
            + known);
  }
}
