package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.ConditionScan;
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
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.structure.BunchedChanges;
import dev.tenure.record.structure.BunchedMap;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps entries (group, token, primary key) → positions in a bunched map, which is the second
 * structure of the index.
 */
record TextIndexMaintainer(BoundIndex index, TextOptions options) implements IndexMaintainer {

  /** The number of columns of the group. */
  int groupColumns() {
    return index.columnCount() - 1;
  }

  /** The map of the entries. */
  BunchedMap map(IndexKeys keys) {
    return new BunchedMap(
        keys.structurePrefix(),
        "index " + index.name() + " of store " + keys.store(),
        options.bunches(groupColumns()));
  }

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    BunchedChanges changes = changes(change.before(), change.after());
    if (!changes.isEmpty()) {
      BunchedMap map = map(keys);
      map.requireLimits(changes);
      batch.structure(keys, context -> map.update(context, changes));
    }
  }

  /**
   * The difference. What is stored of the record before is of some version up to the present one:
   * an entry stays untouched only when it is the same with all of them, and everything is taken out
   * that any of them gives.
   */
  private BunchedChanges changes(@Nullable IndexedRecord before, @Nullable IndexedRecord after) {
    NavigableMap<byte[], byte[]> now = entries(options.version(), after);
    NavigableMap<byte[], byte[]> same = entries(options.version(), before);
    TreeSet<byte[]> maybe = new TreeSet<>(Arrays::compareUnsigned);
    maybe.addAll(same.keySet());
    int oldest = before == null ? options.version() : options.tokenizer().versionMin();
    for (int version = oldest; version < options.version(); version++) {
      NavigableMap<byte[], byte[]> old = entries(version, before);
      same.entrySet().removeIf(entry -> !Arrays.equals(entry.getValue(), old.get(entry.getKey())));
      maybe.addAll(old.keySet());
    }
    BunchedChanges changes = new BunchedChanges();
    maybe.stream().filter(key -> !now.containsKey(key)).forEach(changes::remove);
    now.forEach(
        (key, value) -> {
          if (!Arrays.equals(value, same.get(key))) {
            changes.put(key, value);
          }
        });
    return changes;
  }

  /** The entries of a record with a version of the tokenizer, by their keys below the prefix. */
  NavigableMap<byte[], byte[]> entries(int version, @Nullable IndexedRecord record) {
    return new TextEntries(index, options, version).of(record);
  }

  /** True: entries are put and removed regardless of whether they exist. */
  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public int clearableColumns() {
    return groupColumns();
  }

  @Override
  public void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    batch.structure(
        keys,
        context -> {
          context.clear(keys.structureRange(columns));
          return CompletableFuture.completedFuture(null);
        });
  }

  /** Refuses every row with DAMAGED, because all entries lie in the second structure. */
  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    throw new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "index "
            + index.name()
            + " of type text has a row "
            + key
            + " among entries, expected none ("
            + where
            + ")");
  }

  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    TextReader reader = new TextReader(this, open);
    if (scan instanceof TextScan text) {
      return reader.search(text, from, options);
    }
    if (scan instanceof IndexScan.Range range) {
      return reader.entries(range.range(), from, options);
    }
    throw IndexMaintainer.refused(index, scan, List.of(IndexScan.BY_VALUE, TextScan.BY_TEXT));
  }

  /**
   * An entry of the map.
   *
   * @param key without the prefix
   * @param value the columns of the entry's value
   * @throws RecordLayerException DAMAGED
   */
  IndexEntry entry(Optional<Tuple> key, Tuple value, String where) {
    try {
      return index.entry(
          key.orElseThrow(() -> new IllegalArgumentException("its key is no tuple")), value);
    } catch (IllegalArgumentException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "entry of index " + index.name() + ": " + e.getMessage() + " (" + where + ")",
          e);
    }
  }

  @Override
  public List<IndexCandidate> candidates() {
    List<KeyColumn> group = index.index().columns().columns().subList(0, groupColumns());
    return List.of(
        new IndexCandidate(
            TextScan.BY_TEXT,
            group,
            group.size(),
            group,
            Optional.empty(),
            true,
            true,
            true,
            new IndexCandidate.Cost(TextConditions.LOOKUPS, 1.0 / options.bunchSize())));
  }

  @Override
  public Optional<ConditionScan> scanFor(
      IndexCandidate candidate, List<QueryPredicate> conditions) {
    return TextConditions.of(this, conditions);
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new TextBunches(this), new TextAudit(this)));
  }
}
