package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.row.RowIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records that a transaction has written in one store, in their last form. They show whether a
 * record that a caller has loaded is still current. Safe for use by many threads.
 */
final class WrittenRecords {
  private final Map<RowIdentity, Written> written = new HashMap<>();
  private final Map<RowIdentity, Integer> underWay = new HashMap<>();
  private final List<Range> cleared = new ArrayList<>();
  private long writes;
  private final Object transaction = new Object();
  private StoredRecord.Origin serializable = origin(0, Isolation.SERIALIZABLE);
  private StoredRecord.Origin snapshot = origin(0, Isolation.SNAPSHOT);

  /** Whether a record that a caller has loaded is still current. */
  enum Standing {
    AS_LOADED,
    /** As loaded, and a change by another transaction would not make the commit conflict. */
    AS_LOADED_BY_SNAPSHOT,
    /** This transaction has changed the record since it was loaded. */
    CHANGED,
    /** Another transaction has loaded the record, so it may have changed since. */
    OF_ANOTHER_TRANSACTION
  }

  /**
   * A record as it was written last.
   *
   * @param saved empty when it was deleted
   * @param number of the write among those of the transaction, from 1
   */
  private record Written(Optional<StoredRecord> saved, long number) {}

  /**
   * A point in the sequence of the transaction's changes.
   *
   * @param writes the number of writes so far
   */
  record Mark(long writes, StoredRecord.Origin origin) {}

  private StoredRecord.Origin origin(int clears, Isolation isolation) {
    return new StoredRecord.Origin(transaction, clears, isolation);
  }

  /** The origin of records that are read now; of those that are written, SERIALIZABLE. */
  synchronized StoredRecord.Origin origin(Isolation isolation) {
    return isolation == Isolation.SNAPSHOT ? snapshot : serializable;
  }

  /**
   * Notes that a record's keys are being written, until {@link #end}: a read on another thread may
   * see some of them.
   */
  synchronized void begin(RowIdentity record) {
    underWay.merge(record, 1, Integer::sum);
  }

  synchronized void end(RowIdentity record) {
    underWay.computeIfPresent(record, (key, writers) -> writers == 1 ? null : writers - 1);
  }

  /**
   * Notes a write of a record.
   *
   * @param record the prefix of all keys of the record
   */
  synchronized void put(RowIdentity record, @Nullable StoredRecord saved) {
    writes++;
    written.put(record, new Written(Optional.ofNullable(saved), writes));
  }

  /** A mark of the changes so far. */
  synchronized Mark mark() {
    return new Mark(writes, serializable);
  }

  /**
   * Whether this transaction has written or cleared the record since the mark, or writes it now.
   */
  synchronized boolean isChangedSince(byte[] record, Mark mark) {
    return underWay.containsKey(new RowIdentity(record))
        || lastWrite(record) > mark.writes()
        || isClearedSince(record, mark.origin());
  }

  private long lastWrite(byte[] record) {
    Written last = written.get(new RowIdentity(record));
    return last == null ? 0 : last.number();
  }

  /** The standing of a record that a caller has loaded: whether it is as stored. */
  synchronized Standing standingOf(byte[] record, StoredRecord loaded) {
    if (loaded.origin().transaction() != transaction) {
      return Standing.OF_ANOTHER_TRANSACTION;
    }
    Written last = written.get(new RowIdentity(record));
    boolean same =
        last == null
            ? !isClearedSince(record, loaded.origin())
            : last.saved()
                .filter(
                    saved ->
                        saved.type().equals(loaded.type())
                            && saved.version().equals(loaded.version())
                            && saved.form().isStoredAs(loaded.form())
                            && saved.message().equals(loaded.message()))
                .isPresent();
    if (!same) {
      return Standing.CHANGED;
    }
    return last == null && loaded.origin().isolation() == Isolation.SNAPSHOT
        ? Standing.AS_LOADED_BY_SNAPSHOT
        : Standing.AS_LOADED;
  }

  private boolean isClearedSince(byte[] record, StoredRecord.Origin origin) {
    return cleared.subList(origin.clears(), cleared.size()).stream()
        .anyMatch(
            range ->
                Arrays.compareUnsigned(range.begin, record) <= 0
                    && Arrays.compareUnsigned(record, range.end) < 0);
  }

  /** Drops the records of a range that was cleared. */
  synchronized void discard(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      written.keySet().removeIf(record -> record.isIn(range));
      cleared.add(range);
      serializable = origin(cleared.size(), Isolation.SERIALIZABLE);
      snapshot = origin(cleared.size(), Isolation.SNAPSHOT);
    }
  }
}
