package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
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
import dev.tenure.record.limit.KeyValueLimits;
import dev.tenure.record.tuple.TupleRange;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an entry for each value of each record, as in a value index, and a row for each group with
 * its extremum. The saves of a transaction write entries and rows one after another, so that each
 * save sees the result of the previous ones.
 */
record PermutedMaintainer(PermutedColumns permuted, Extremum extremum) implements GroupMaintainer {
  private static final Tuple NO_COLUMNS = new Tuple();

  @Override
  public GroupColumns columns() {
    return permuted.columns();
  }

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    NavigableMap<byte[], GroupColumns.Row> before = entries(keys, change.before());
    NavigableMap<byte[], GroupColumns.Row> after = entries(keys, change.after());
    NavigableMap<Tuple, PermutedGroup> groups = new TreeMap<>();
    before.forEach(
        (key, row) -> {
          if (!after.containsKey(key)) {
            group(keys, row, groups).remove(key);
          }
        });
    after.forEach(
        (key, row) -> {
          if (!before.containsKey(key)) {
            KeyValueLimits.requireKey(key);
            KeyValueLimits.requireKey(permuted.rowKey(keys, row.group(), row.grouped()));
            group(keys, row, groups).add(key);
          }
        });
    groups.values().forEach(group -> batch.structure(keys, group::update));
  }

  private PermutedGroup group(
      IndexKeys keys, GroupColumns.Row row, NavigableMap<Tuple, PermutedGroup> groups) {
    return groups.computeIfAbsent(row.group(), group -> new PermutedGroup(this, keys, group));
  }

  /** The entries of a record, by their keys. */
  NavigableMap<byte[], GroupColumns.Row> entries(IndexKeys keys, @Nullable IndexedRecord record) {
    NavigableMap<byte[], GroupColumns.Row> entries = new TreeMap<>(Arrays::compareUnsigned);
    IndexKeys place = PermutedColumns.entries(keys);
    if (record != null) {
      for (GroupColumns.Row row : columns().rows(record)) {
        Tuple indexed = row.group().addAll(row.grouped());
        entries.put(place.key(columns().index().entryKey(indexed, record)), row);
      }
    }
    return entries;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    if (value.length > 0) {
      throw columns().damaged("an entry with " + value.length + " bytes, expected none", where);
    }
    try {
      return columns().index().entry(key, NO_COLUMNS);
    } catch (IllegalArgumentException e) {
      throw columns().damaged("the key " + key + ": " + e.getMessage(), where);
    }
  }

  /**
   * False: the group row to replace is computed from the entries before the change, so these must
   * exist.
   */
  @Override
  public boolean isIdempotent() {
    return false;
  }

  @Override
  public int rangeColumns() {
    return permuted.front();
  }

  @Override
  public void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    batch.structure(
        keys,
        context -> {
          context.clear(PermutedColumns.entries(keys).range(columns));
          context.clear(PermutedColumns.rows(keys).range(columns));
          return CompletableFuture.completedFuture(null);
        });
  }

  @Override
  public CompletableFuture<Optional<Tuple>> value(
      OpenIndex open, Tuple group, Isolation isolation) {
    IndexKeys keys = PermutedColumns.entries(open.keys());
    return open.inTurn(
        () ->
            open.reader(isolation)
                .getRange(keys.range(group), 1, extremum.isLast(), StreamingMode.EXACT)
                .asList()
                .thenApply(rows -> rows.stream().findFirst().map(row -> valueOf(keys, row))));
  }

  /**
   * The value in the entry of a record.
   *
   * @param place that of entries
   */
  Tuple valueOf(IndexKeys place, KeyValue row) {
    byte[] key = row.getKey();
    Tuple columns = place.entryKey(key);
    return permuted.valueOf(entry(columns, row.getValue(), place.describe(key)).key());
  }

  @Override
  public Tuple combine(Tuple left, Tuple right) {
    return extremum.of(left, right);
  }

  @Override
  public RecordCursor<IndexEntry> groups(
      OpenIndex open, TupleRange range, Continuation from, ScanOptions options) {
    return open.rows(
        PermutedColumns.rows(open.keys()).range(range),
        from,
        options,
        (key, value, where) -> permuted.group(PermutedColumns.behindKind(key), value, where));
  }

  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    if (scan instanceof PermutedScan groups) {
      return groups(open, groups.range(), from, options);
    }
    if (scan instanceof IndexScan.Range entries) {
      return open.rows(
          PermutedColumns.entries(open.keys()).range(entries.range()),
          from,
          options,
          (key, value, where) -> entry(PermutedColumns.behindKind(key), value, where));
    }
    throw IndexMaintainer.refused(
        open.bound(), scan, List.of(IndexScan.BY_VALUE, PermutedScan.BY_EXTREMUM));
  }

  /**
   * Candidates by groups only: a record with a null among the values has no entry, so the index
   * cannot return all records.
   */
  @Override
  public List<IndexCandidate> candidates() {
    return List.of(
        new IndexCandidate(
            PermutedScan.BY_EXTREMUM,
            permuted.permuted(),
            0,
            permuted.permuted(),
            Optional.of(extremum.function()),
            true,
            true,
            true,
            IndexCandidate.Cost.RANGE));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new PermutedEntries(this), new PermutedGroups(this)));
  }

  /** The extremum of a group's entries, read serializably; empty when there are none. */
  CompletableFuture<Optional<Tuple>> extremum(OpenIndex open, Tuple group) {
    IndexKeys place = PermutedColumns.entries(open.keys());
    return open.reader(Isolation.SERIALIZABLE)
        .getRange(place.range(group), 1, extremum.isLast(), StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> rows.stream().findFirst().map(row -> valueOf(place, row)));
  }
}
