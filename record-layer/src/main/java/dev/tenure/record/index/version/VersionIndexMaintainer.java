package dev.tenure.record.index.version;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.index.value.ValueAudit;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one row for each column tuple of a record: columns with the version, and primary key →
 * covering columns.
 *
 * <p>A record that the running transaction has saved has no version yet. Its rows are delayed,
 * under the record's local version, until the commit completes their keys. When the record is saved
 * again or deleted before the commit, the delayed rows are cancelled.
 *
 * @param versionColumn the index of the version among the columns
 */
record VersionIndexMaintainer(BoundIndex index, int versionColumn) implements IndexMaintainer {
  private static final Tuple NOTHING = new Tuple();

  /** The rows of a record by their keys: those that have a version, and those that wait for it. */
  private record Rows(NavigableMap<byte[], Tuple> whole, NavigableMap<byte[], Tuple> waiting) {
    Rows() {
      this(new TreeMap<>(Arrays::compareUnsigned), new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    Rows before = rows(keys, change.before());
    Rows after = rows(keys, change.after());
    before.whole().keySet().stream()
        .filter(key -> !after.whole().containsKey(key))
        .forEach(batch::clear);
    before.waiting().keySet().stream()
        .filter(key -> !after.waiting().containsKey(key))
        .forEach(batch::clearVersionedKey);
    after
        .whole()
        .forEach(
            (key, covering) -> {
              if (!covering.equals(before.whole().get(key))) {
                batch.set(key, covering.pack());
              }
            });
    after.waiting().forEach((key, covering) -> batch.setVersionedKey(key, covering.pack()));
  }

  private Rows rows(IndexKeys keys, @Nullable IndexedRecord record) {
    Rows rows = new Rows();
    if (record == null) {
      return rows;
    }
    for (Tuple tuple : index.tuplesOf(record)) {
      Tuple indexed = index.indexed(tuple);
      Tuple covering = index.isCovering() ? index.covering(tuple) : NOTHING;
      Tuple key = index.entryKey(indexed, record);
      if (indexed.get(versionColumn) instanceof Versionstamp version && !version.isComplete()) {
        rows.waiting().put(StampedKey.template(keys.prefix(), key, versionColumn), covering);
      } else {
        rows.whole().put(keys.key(key), covering);
      }
    }
    return rows;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    return entry(UnpackedTuple.of(key), value, where);
  }

  @Override
  public IndexEntry entry(UnpackedTuple key, byte[] value, String where) {
    String columns = " columns, of which number " + versionColumn + " is a version,";
    return index.storedEntry(key, value, columns, where, this::versionedEntry);
  }

  private IndexEntry versionedEntry(UnpackedTuple key, byte[] value) {
    IndexEntry entry = index.entry(key, value);
    requireVersion(entry.keyColumn(versionColumn));
    return entry;
  }

  private static void requireVersion(@Nullable Object column) {
    boolean known = column instanceof Versionstamp version && version.isComplete();
    if (column != null && !known) {
      throw new IllegalArgumentException("the column is no version of a commit");
    }
  }

  @Override
  public boolean isIdempotent() {
    return true;
  }

  /**
   * The number of columns before the version. No more, since no two records have the same version.
   */
  @Override
  public int clearableColumns() {
    return versionColumn;
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(IndexCandidate.byValue(index));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new ValueAudit(index, false)));
  }
}
