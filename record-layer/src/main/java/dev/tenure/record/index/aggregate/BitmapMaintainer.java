package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.KeyValueLimits;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.tuple.TupleParts;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A bit for each position that a record of the group has. A position is of one record of its group
 * at every commit: with two, the first to leave would take the bit along. A unique index makes sure
 * of that.
 */
record BitmapMaintainer(BitmapRows rows) implements IndexMaintainer {

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableMap<Tuple, Integer> bits = new TreeMap<>();
    positions(change.before()).forEach(position -> bits.merge(position, -1, Integer::sum));
    positions(change.after()).forEach(position -> bits.merge(position, 1, Integer::sum));
    bits.values().removeIf(sum -> sum == 0);
    if (bits.isEmpty()) {
      return;
    }
    bits.keySet().forEach(position -> KeyValueLimits.requireKey(longestKey(keys, position)));
    batch.remember(context -> BitChanges.of(context, keys, rows).change(bits));
  }

  /** Group and position of each bit of a record. */
  private NavigableSet<Tuple> positions(@Nullable IndexedRecord record) {
    NavigableSet<Tuple> positions = new TreeSet<>();
    if (record != null) {
      for (GroupColumns.Row row : rows.columns().rows(record)) {
        long position = rows.columns().number(row, record);
        rows.offset(position);
        positions.add(row.group().add(position));
      }
    }
    return positions;
  }

  private byte[] longestKey(IndexKeys keys, Tuple position) {
    int last = rows.columns().groupCount();
    return rows.claim(keys, TupleParts.range(position, 0, last), position.getLong(last));
  }

  /** One row: its key is the group and the offset, its value the bits. */
  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    rows.offsetOf(key, where);
    return new IndexEntry(
        index().name(),
        key,
        Tuple.from((Object) rows.require(value, where)),
        IndexEntry.NO_RECORD,
        new Tuple());
  }

  private BoundIndex index() {
    return rows.columns().index();
  }

  /** A unique one is not: a record that is added again meets its own position. */
  @Override
  public boolean isIdempotent() {
    return !index().index().isUnique();
  }

  @Override
  public int clearableColumns() {
    return rows.columns().groupCount();
  }

  /** Bits that this transaction has yet to write are written first. */
  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    if (!(scan instanceof IndexScan.Range range)) {
      throw IndexMaintainer.refused(open.bound(), scan, List.of(IndexScan.BY_VALUE));
    }
    return Cursors.ofFuture(
        flush(open).thenApply(nothing -> open.entries(range.range(), from, options)));
  }

  /** Writes the bits that this transaction has changed. */
  CompletableFuture<Void> flush(OpenIndex open) {
    return BitChanges.of(open.context(), open.keys(), rows).compareAndFlush();
  }

  @Override
  public Optional<String> contradiction(List<IndexedRecord> records) {
    NavigableMap<Tuple, IndexedRecord> seen = new TreeMap<>();
    for (IndexedRecord record : index().index().isUnique() ? records : List.<IndexedRecord>of()) {
      for (Tuple position : positions(record)) {
        IndexedRecord other = seen.putIfAbsent(position, record);
        if (other != null) {
          return Optional.of(
              "the records "
                  + other.primaryKey()
                  + " and "
                  + record.primaryKey()
                  + " have the position "
                  + position);
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new BitmapAudit(rows)));
  }
}
