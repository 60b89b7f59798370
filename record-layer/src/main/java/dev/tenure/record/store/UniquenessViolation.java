package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexEntry;
import java.util.List;

/**
 * Records that have equal columns in a unique index. They were saved before the index existed, or
 * before it was unique.
 *
 * @param index the name of the index
 * @param columns the columns that the records have in common
 * @param entries the entries of these records in the order of keys; 2 to 100
 */
public record UniquenessViolation(String index, Tuple columns, List<IndexEntry> entries) {
  /** The most entries that are read for one violation. */
  static final int ENTRIES_MAX = 100;

  public UniquenessViolation {
    entries = List.copyOf(entries);
    if (entries.size() < 2) {
      throw new IllegalArgumentException(
          "violation of " + index + " by " + entries.size() + " records, expected two or more");
    }
  }
}
