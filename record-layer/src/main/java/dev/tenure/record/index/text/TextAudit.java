package dev.tenure.record.index.text;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.structure.BunchedChanges;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Checks the entries in the bunches of a text index. The entries of a record may come from any one
 * version of the tokenizer: the version with which the record was last saved.
 */
record TextAudit(TextIndexMaintainer maintainer) implements IndexAudit.Entries {
  private static final Tuple NO_COLUMNS = new Tuple();

  @Override
  public NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record) {
    return of(keys, record, maintainer.options().version());
  }

  private NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record, int version) {
    NavigableMap<byte[], byte[]> entries = IndexAudit.rows();
    maintainer
        .entries(version, record)
        .forEach(
            (key, value) -> entries.put(ByteArrayUtil.join(keys.structurePrefix(), key), value));
    return entries;
  }

  private int oldestVersion() {
    return maintainer.options().tokenizer().versionMin();
  }

  @Override
  public NavigableSet<byte[]> keysNowOrBefore(IndexKeys keys, IndexedRecord record) {
    NavigableSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
    for (int version = oldestVersion(); version <= maintainer.options().version(); version++) {
      all.addAll(of(keys, record, version).keySet());
    }
    return all;
  }

  @Override
  public CompletableFuture<NavigableMap<byte[], byte[]>> ofNowOrBefore(
      OpenIndex index, IndexedRecord record) {
    return fitting(index, record, maintainer.options().version());
  }

  /** The entries of the latest version that are all there; those of the present one otherwise. */
  private CompletableFuture<NavigableMap<byte[], byte[]>> fitting(
      OpenIndex index, IndexedRecord record, int version) {
    NavigableMap<byte[], byte[]> now = of(index.keys(), record);
    if (version == oldestVersion() && version == maintainer.options().version()) {
      return CompletableFuture.completedFuture(now);
    }
    if (version < oldestVersion()) {
      return CompletableFuture.completedFuture(now);
    }
    NavigableMap<byte[], byte[]> entries = of(index.keys(), record, version);
    return areThere(index, entries)
        .thenCompose(
            all ->
                all
                    ? CompletableFuture.completedFuture(entries)
                    : fitting(index, record, version - 1));
  }

  private CompletableFuture<Boolean> areThere(
      OpenIndex index, NavigableMap<byte[], byte[]> entries) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
      CompletableFuture<Boolean> one =
          find(index, entry.getKey())
              .thenApply(
                  found ->
                      found.filter(value -> Arrays.equals(value, entry.getValue())).isPresent());
      all = all.thenCombine(one, (left, right) -> left && right);
    }
    return all;
  }

  @Override
  public IndexEntry owner(Tuple key) {
    return maintainer.index().entry(key, NO_COLUMNS);
  }

  @Override
  public Range range(IndexKeys keys) {
    return keys.structureRange(NO_COLUMNS);
  }

  @Override
  public List<byte[]> keys(IndexKeys keys, KeyValue row) {
    return maintainer.map(keys).entries(row).stream()
        .map(entry -> ByteArrayUtil.join(keys.structurePrefix(), entry.key()))
        .toList();
  }

  @Override
  public CompletableFuture<Optional<byte[]>> find(OpenIndex index, byte[] key) {
    return maintainer
        .map(index.keys())
        .get(index.context().transaction(), below(index.keys(), key));
  }

  @Override
  public void put(OpenIndex index, byte[] key, byte[] value, WriteBatch batch) {
    BunchedChanges changes = new BunchedChanges();
    changes.put(below(index.keys(), key), value);
    change(index, changes, batch);
  }

  @Override
  public void remove(OpenIndex index, byte[] key, WriteBatch batch) {
    BunchedChanges changes = new BunchedChanges();
    changes.remove(below(index.keys(), key));
    change(index, changes, batch);
  }

  private void change(OpenIndex index, BunchedChanges changes, WriteBatch batch) {
    batch.structure(index.keys(), context -> maintainer.map(index.keys()).update(context, changes));
  }

  @Override
  public void clearRow(OpenIndex index, byte[] row, WriteBatch batch) {
    batch.structure(
        index.keys(),
        context -> {
          context.clear(row);
          return CompletableFuture.completedFuture(null);
        });
  }

  private static byte[] below(IndexKeys keys, byte[] key) {
    return Arrays.copyOfRange(key, keys.structurePrefix().length, key.length);
  }
}
