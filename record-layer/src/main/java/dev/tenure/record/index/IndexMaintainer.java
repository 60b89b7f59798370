package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.Optional;

/** Keeps one index up to date with the changes of records, and reads its entries. Immutable. */
public interface IndexMaintainer {

  /**
   * Adds to the batch the writes that make the index fit the record after the change, given that it
   * fits the record before. Reads nothing; rows that stay as they are cost no write.
   */
  void update(IndexKeys keys, RecordChange change, WriteBatch batch);

  /**
   * The entry in a row of the index.
   *
   * @param key the row's key below the index's prefix
   * @param where for errors: the store and the key
   */
  IndexEntry entry(Tuple key, byte[] value, String where);

  /**
   * What keeps the index from being built of these records and no others, when there is anything:
   * two of one value in a unique index.
   */
  default Optional<String> contradiction(List<IndexedRecord> records) {
    return Optional.empty();
  }

  /**
   * Adds to the batch the clearing of all rows in a range of keys; what is pending for them too.
   */
  default void clear(Range rows, WriteBatch batch) {
    batch.clear(rows);
  }
}
