package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.limit.KeyValueLimits;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a bit for each position that a record of the group has. At every commit, a position belongs
 * to at most one record of its group, whether or not the index is defined as unique: with two
 * records, the first one to leave would clear the bit of both. While the index is being built or
 * has violations, further rows record which records have a position, and the bits are derived from
 * these rows.
 */
record BitmapMaintainer(BitmapRows rows) implements IndexMaintainer {
  private static final byte[] NOTHING = {};

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableMap<Tuple, Integer> bits = new TreeMap<>();
    rows.positions(change.before()).forEach(position -> bits.merge(position, -1, Integer::sum));
    rows.positions(change.after()).forEach(position -> bits.merge(position, 1, Integer::sum));
    bits.values().removeIf(sum -> sum == 0);
    if (bits.isEmpty()) {
      return;
    }
    bits.keySet().forEach(position -> KeyValueLimits.requireKey(longestKey(keys, position)));
    if (keys.hasHolders()) {
      hold(keys, change, batch);
      batch.remember(context -> HeldBits.of(context, keys, rows).change(bits));
      return;
    }
    batch.remember(context -> BitChanges.of(context, keys, rows).change(bits));
  }

  private void hold(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableSet<byte[]> before = holders(keys, change.before());
    NavigableSet<byte[]> after = holders(keys, change.after());
    before.stream().filter(key -> !after.contains(key)).forEach(batch::clear);
    after.stream().filter(key -> !before.contains(key)).forEach(key -> batch.set(key, NOTHING));
  }

  private NavigableSet<byte[]> holders(IndexKeys keys, @Nullable IndexedRecord record) {
    NavigableSet<byte[]> holders = new TreeSet<>(Arrays::compareUnsigned);
    if (record != null) {
      rows.positions(record)
          .forEach(position -> holders.add(keys.holder(index().entryKey(position, record))));
    }
    return holders;
  }

  @Override
  public boolean isAlwaysUnique() {
    return true;
  }

  @Override
  public Range owners(IndexKeys keys, Tuple columns) {
    return keys.holders(columns);
  }

  @Override
  public IndexEntry owner(IndexKeys keys, KeyValue row) {
    Tuple key = keys.holderKey(row.getKey());
    try {
      return index().entry(UnpackedTuple.of(key), NOTHING);
    } catch (IllegalArgumentException e) {
      throw rows.columns().damaged("the holder " + key, keys.describe(row.getKey()));
    }
  }

  @Override
  public void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    batch.clear(keys.range(columns));
    if (keys.hasHolders()) {
      batch.clear(keys.holders(columns));
    }
  }

  private byte[] longestKey(IndexKeys keys, Tuple position) {
    int last = rows.columns().groupCount();
    return rows.claim(keys, TupleParts.range(position, 0, last), position.getLong(last));
  }

  /** The entry of one row: its key is the group and the offset, its value the bits. */
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

  /** True, because during a build the bits are derived from the rows that name the records. */
  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public int clearableColumns() {
    return rows.columns().groupCount();
  }

  /** Scans the rows, after writing the bits that this transaction has changed. */
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
    return open.keys().hasHolders()
        ? HeldBits.of(open.context(), open.keys(), rows).settle()
        : BitChanges.of(open.context(), open.keys(), rows).compareAndFlush();
  }

  @Override
  public Optional<String> contradiction(List<IndexedRecord> records) {
    return rows.shared(records).stream()
        .findFirst()
        .map(
            shared ->
                "the records "
                    + shared.one().primaryKey()
                    + " and "
                    + shared.other().primaryKey()
                    + " have the position "
                    + shared.position());
  }

  /** One candidate: positions, which are read by a {@link BitmapQuery}. */
  @Override
  public List<IndexCandidate> candidates() {
    List<KeyColumn> columns = index().index().columns().columns();
    return List.of(
        new IndexCandidate(
            BitmapQuery.BY_POSITION,
            columns,
            rows.columns().groupCount(),
            columns,
            Optional.empty(),
            true,
            false,
            true,
            new IndexCandidate.Cost(0, 1.0 / rows.size())));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new BitmapAudit(rows)));
  }
}
