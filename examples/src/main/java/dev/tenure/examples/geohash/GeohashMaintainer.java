package dev.tenure.examples.geohash;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
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
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one row for each point of a record: group, cell, latitude, longitude, primary key → empty
 * value.
 *
 * @param groupColumns the number of columns before the cell
 */
record GeohashMaintainer(BoundIndex index, int groupColumns) implements IndexMaintainer {
  private static final byte[] NOTHING = {};

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableSet<byte[]> before = rows(keys, change.before());
    NavigableSet<byte[]> after = rows(keys, change.after());
    before.stream().filter(key -> !after.contains(key)).forEach(batch::clear);
    after.stream().filter(key -> !before.contains(key)).forEach(key -> batch.set(key, NOTHING));
  }

  /** The keys of a record's rows. */
  NavigableSet<byte[]> rows(IndexKeys keys, @Nullable IndexedRecord record) {
    NavigableSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    if (record != null) {
      for (Tuple columns : index.tuplesOf(record)) {
        if (columns.get(groupColumns) != null && columns.get(groupColumns + 1) != null) {
          Tuple entry = index.entryKey(columns, record);
          rows.add(keys.key(withCell(entry, cell(columns, record))));
        }
      }
    }
    return rows;
  }

  private long cell(Tuple columns, IndexedRecord record) {
    try {
      double latitude = columns.getDouble(groupColumns);
      double longitude = columns.getDouble(groupColumns + 1);
      BoxScan.requireLatitude(latitude);
      BoxScan.requireLongitude(longitude);
      return BoxScan.cell(latitude, longitude);
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new RecordLayerException(
          Code.KEY_NOT_COMPUTABLE,
          "index "
              + index.name()
              + " cannot have "
              + columns
              + " of the record "
              + record.primaryKey()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private Tuple withCell(Tuple entry, long cell) {
    List<@Nullable Object> columns = new ArrayList<>(entry.getItems());
    columns.add(groupColumns, cell);
    return Tuple.fromList(columns);
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    try {
      List<@Nullable Object> columns = new ArrayList<>(key.getItems());
      columns.remove(groupColumns);
      IndexEntry entry = index.entry(Tuple.fromList(columns), new Tuple());
      entry.key().getDouble(groupColumns);
      entry.key().getDouble(groupColumns + 1);
      return entry;
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ClassCastException e) {
      throw new RecordLayerException(
          Code.DAMAGED,
          "index "
              + index.name()
              + " has the key "
              + key
              + ", which holds no point ("
              + where
              + ")",
          e);
    }
  }

  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    if (!(scan instanceof BoxScan box)) {
      throw IndexMaintainer.refused(index, scan, List.of(BoxScan.BOX));
    }
    ScanBudget budget = options.budgetOf(open.context().environment().clock());
    ScanOptions below = options.within(budget);
    List<CursorSource<IndexEntry>> parts = new ArrayList<>();
    for (Cells.Range cells : box.ranges()) {
      parts.add(at -> part(open, box, cells, at, below));
    }
    if (options.reverse()) {
      Collections.reverse(parts);
    }
    long fingerprint = Fingerprint.of(box + " " + options.reverse());
    return Cursors.plan(
        fingerprint, from, at -> Cursors.page(options, at, all -> Cursors.concat(all, parts)));
  }

  /** The points of one range of cells that are in the box. */
  private RecordCursor<IndexEntry> part(
      OpenIndex open, BoxScan box, Cells.Range cells, Continuation from, ScanOptions options) {
    TupleRange range =
        TupleRange.between(
            box.group().add(cells.first()), true, box.group().add(cells.last()), true);
    return open.entries(range, from, options)
        .filter(
            entry ->
                box.contains(
                    entry.key().getDouble(groupColumns), entry.key().getDouble(groupColumns + 1)));
  }

  @Override
  public List<IndexCandidate> candidates() {
    List<KeyColumn> columns = index.index().columns().columns();
    boolean once = columns.stream().noneMatch(KeyColumn::fansOut);
    return List.of(
        new IndexCandidate(
            BoxScan.BOX,
            columns,
            groupColumns,
            columns,
            Optional.empty(),
            false,
            true,
            once,
            IndexCandidate.Cost.RANGE));
  }

  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public int clearableColumns() {
    return groupColumns;
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new GeohashAudit(this)));
  }
}
