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

  /** Never: a record may have to be read again. */
  @Override
  public boolean isAtHand() {
    return false;
  }

  /** Collects the next record; whether it is gone, so that another step is needed. */
  private CompletableFuture<Boolean> step() {
    found = null;
    KeyValue first = ahead;
    return first != null
        ? collect(first).thenApply(this::isGone)
        : keys.nextKey()
            .thenCompose(
                row ->
                    row == null
                        ? CompletableFuture.completedFuture(false)
                        : collect(row).thenApply(this::isGone));
  }

  private boolean isGone(Optional<StoredRow> row) {
    found = row.orElse(null);
    return row.isEmpty();
  }

  private CompletableFuture<Optional<StoredRow>> collect(KeyValue first) {
    SplitRecord record = new SplitRecord(recordOf(first.getKey()), storeKeys);
    record.add(first);
    ahead = null;
    boolean more = true;
    while (more && keys.isAtHand()) {
      more = add(record, keys.nextAtHand());
    }
    return more
        ? AsyncLoop.whileTrue(() -> keys.nextKey().thenApply(row -> add(record, row)))
            .thenCompose(nothing -> row(record))
        : row(record);
  }

  /** Adds a key to the record; whether it belongs to the record, so that more may follow. */
  private boolean add(SplitRecord record, @Nullable KeyValue row) {
    if (row != null && record.owns(row.getKey())) {
      record.add(row);
      return true;
    }
    ahead = row;
    return false;
  }

  private CompletableFuture<Optional<StoredRow>> row(SplitRecord record) {
    Optional<CompletableFuture<Optional<StoredRow>>> again =
        record.isWholeInOneKey() ? Optional.empty() : reread.of(record.prefix());
    return again.orElseGet(() -> CompletableFuture.completedFuture(Optional.of(record.toRow())));
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
