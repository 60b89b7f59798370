package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexEntry;
import java.util.List;

/**
 * Records of equal columns in a unique index that was not unique, or not there, when they were
 * saved.
 *
 * @param index the name of the index
 * @param columns the columns they have in common
 * @param entries of these records, in the order of keys: two at least, 100 at most
 */
public record UniquenessViolation(String index, Tuple columns, List<IndexEntry> entries) {
  /** How many entries of one value are read. */
  static final int ENTRIES_MAX = 100;

  public UniquenessViolation {
    entries = List.copyOf(entries);
    if (entries.size() < 2) {
      throw new IllegalArgumentException(
          "violation of " + index + " by " + entries.size() + " records, expected two or more");
    }
  }
}
