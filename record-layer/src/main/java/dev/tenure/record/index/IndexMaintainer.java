package dev.tenure.record.index;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.List;
import java.util.Optional;

/** Updates one index when records change, and reads its entries. Immutable. */
public interface IndexMaintainer {

  /**
   * Adds the writes of a change to the batch. The index is correct for the record before the
   * change, and must be correct for the record after it.
   *
   * <ul>
   *   <li>The method reads nothing. An update that must read first goes into {@link
   *       WriteBatch#structure}.
   *   <li>It checks all limits.
   *   <li>It writes no row that does not change.
   * </ul>
   */
  void update(IndexKeys keys, RecordChange change, WriteBatch batch);

  /**
   * Whether adding a record that is in the index already, and removing a record that is not in it,
   * have no effect. While an index without this property is being built, only changes of records
   * that are already built are applied to it. Example: a value index is idempotent; a count is not.
   */
  boolean isIdempotent();

  /**
   * Decodes a row of the index.
   *
   * @param key the row's key below the index's prefix
   * @param where the store and the key, for errors. Callers leave it empty at first, and call again
   *     with it when decoding fails
   */
  IndexEntry entry(Tuple key, byte[] value, String where);

  /** As {@link #entry(Tuple, byte[], String)}, for a type that needs no tuple of the key. */
  default IndexEntry entry(UnpackedTuple key, byte[] value, String where) {
    return entry(key.tuple(), value, where);
  }

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

  /**
   * The ways in which a planner may use the index; empty when the index is read only by its name.
   */
  default List<IndexCandidate> candidates() {
    return List.of();
  }

  /**
   * The scan, of a kind of the index type, that answers some of a query's conditions; empty when
   * the index answers none of them.
   *
   * @param candidate one of {@link #candidates()} that is not a scan by value, and whose first
   *     columns are bound
   * @param conditions the conditions, all of which are true of the requested records
   */
  default Optional<ConditionScan> scanFor(
      IndexCandidate candidate, List<QueryPredicate> conditions) {
    return Optional.empty();
  }

  /**
   * The reason why the index cannot be built from exactly these records, such as two records with
   * one value in a unique index; empty when it can be built.
   */
  default Optional<String> contradiction(List<IndexedRecord> records) {
    return Optional.empty();
  }

  /**
   * Whether the type refuses equal columns even if the definition does not make the index unique.
   */
  default boolean isAlwaysUnique() {
    return false;
  }

  /**
   * The key range that says which records have some columns, in a unique index that is being built
   * or has violations. These are the index entries, except for a type whose rows belong to many
   * records.
   */
  default Range owners(IndexKeys keys, Tuple columns) {
    return keys.range(columns);
  }

  /** Decodes a row of {@link #owners}. */
  default IndexEntry owner(IndexKeys keys, KeyValue row) {
    byte[] key = row.getKey();
    return entry(keys.entryKey(key), row.getValue(), keys.describe(key));
  }

  /**
   * The number of leading columns that the keys of all rows begin with. The rows of all records
   * with equal values in these columns can be cleared by range clears.
   */
  int clearableColumns();

  /**
   * Adds to the batch the clear of all rows that begin with the given columns, at most {@link
   * #clearableColumns()}, including pending writes of such rows. A type with a second structure
   * clears it in an update of the structure.
   */
  default void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    batch.clear(keys.range(columns));
  }

  /** The description of the index for the scrubber; empty when the type cannot be scrubbed. */
  default Optional<IndexAudit> audit() {
    return Optional.empty();
  }

  /** The error for a kind of scan that the type does not have. */
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
