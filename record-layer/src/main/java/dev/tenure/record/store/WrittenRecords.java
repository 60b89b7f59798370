package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records that a transaction has written in one store, as it wrote them last: what a caller has
 * loaded before that is not there any more. Safe for use by many threads.
 */
final class WrittenRecords {
  private final NavigableMap<byte[], Optional<StoredRecord>> written =
      new TreeMap<>(Arrays::compareUnsigned);

  /**
   * Notes what was written.
   *
   * @param record what all keys of the record begin with
   */
  synchronized void put(byte[] record, @Nullable StoredRecord saved) {
    written.put(record, Optional.ofNullable(saved));
  }

  /** Whether a record is still as a caller has loaded it, as far as this transaction knows. */
  synchronized boolean isAsLoaded(byte[] record, StoredRecord loaded) {
    Optional<StoredRecord> last = written.get(record);
    return last == null
        || last.filter(
                now ->
                    now.type().equals(loaded.type())
                        && now.version().equals(loaded.version())
                        && now.message().equals(loaded.message()))
            .isPresent();
  }

  /** Forgets the records of a range. */
  synchronized void discard(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      written.subMap(range.begin, range.end).clear();
    }
  }
}
