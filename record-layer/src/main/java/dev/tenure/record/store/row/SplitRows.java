package dev.tenure.record.store.row;

import com.apple.foundationdb.KeyValue;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The split records of a range, each of which is a row. Reads one key ahead to find the end of a
 * record.
 */
final class SplitRows implements RowSource {
  private final KeyRows keys;
  private final ScanRange range;
  private final StoreKeys storeKeys;
  private final Reread reread;
  private @Nullable KeyValue ahead;

  /** The next record; null before its first key. */
  private @Nullable SplitRecord record;

  /** Whether all keys of the next record were read, or there are no more. */
  private boolean whole;

  private @Nullable StoredRow found;

  SplitRows(KeyRows keys, ScanRange range, StoreKeys storeKeys, Reread reread) {
    this.keys = keys;
    this.range = range;
    this.storeKeys = storeKeys;
    this.reread = reread;
  }

  @Override
  public CompletableFuture<@Nullable StoredRow> next() {
    return AsyncLoop.whileTrue(this::step).thenApply(nothing -> found);
  }

  /** Collects the next record; whether it is gone, so that another step is needed. */
  private CompletableFuture<Boolean> step() {
    return collectAtHand()
        ? row().thenApply(this::isGone)
        : AsyncLoop.whileTrue(() -> keys.nextKey().thenApply(this::takes))
            .thenCompose(nothing -> row())
            .thenApply(this::isGone);
  }

  private boolean isGone(Optional<StoredRow> row) {
    boolean gone = record != null && row.isEmpty();
    found = row.orElse(null);
    begin();
    return gone;
  }

  /** Begins with the next record, of which one key may have been read. */
  private void begin() {
    KeyValue first = ahead;
    if (record != null) {
      record = null;
      whole = false;
    }
    if (first != null) {
      ahead = null;
      var unused = takes(first);
    }
  }

  /** Never for a record of several keys, which may have to be read again. */
  @Override
  public boolean isAtHand() {
    return collectAtHand() && (record == null || record.isWholeInOneKey());
  }

  @Override
  public @Nullable StoredRow nextAtHand() {
    StoredRow row = record == null ? null : record.toRow();
    begin();
    return row;
  }

  /** Takes the keys of the next record that are at hand; whether it is whole. */
  private boolean collectAtHand() {
    while (!whole && keys.isAtHand()) {
      var unused = takes(keys.keyAtHand());
    }
    return whole;
  }

  /** Takes a key, null behind the last one; whether further keys may belong to the record. */
  private boolean takes(@Nullable KeyValue row) {
    SplitRecord next = record;
    if (row != null && next == null) {
      next = new SplitRecord(recordOf(row.getKey()), storeKeys);
      record = next;
    }
    if (row != null && next != null && next.owns(row.getKey())) {
      next.add(row);
    } else {
      ahead = row;
      whole = true;
    }
    return !whole;
  }

  private CompletableFuture<Optional<StoredRow>> row() {
    SplitRecord read = record;
    if (read == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Optional<CompletableFuture<Optional<StoredRow>>> again =
        read.isWholeInOneKey() ? Optional.empty() : reread.of(read.prefix());
    return again.orElseGet(() -> CompletableFuture.completedFuture(Optional.of(read.toRow())));
  }

  /** The prefix of all keys of the record that has this key. */
  private byte[] recordOf(byte[] key) {
    int base = range.base().length;
    int end = PackedTuples.end(key, base);
    if (end == PackedTuples.NONE || key[base] != StoreKeys.NESTED) {
      throw storeKeys.damaged(key, "split record", "a nested tuple, its primary key");
    }
    return Arrays.copyOf(key, end);
  }

  @Override
  public void close() {
    keys.close();
  }
}
