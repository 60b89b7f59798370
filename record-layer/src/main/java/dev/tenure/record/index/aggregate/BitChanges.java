package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.tuple.TupleParts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The bits of one bitmap index that a transaction changes: added up and written just before the
 * commit, so that a position which one record leaves and another takes is the same in either order.
 * Safe for use by many threads.
 */
final class BitChanges {
  private final RecordContext context;
  private final IndexKeys keys;
  private final BitmapRows rows;
  private final boolean unique;
  private final NavigableMap<byte[], BitRow> changed = new TreeMap<>(Arrays::compareUnsigned);

  private record Key(ByteBuffer prefix) {}

  private BitChanges(RecordContext context, IndexKeys keys, BitmapRows rows) {
    this.context = context;
    this.keys = keys;
    this.rows = rows;
    this.unique = rows.columns().index().index().isUnique();
    context.addLastWrite(this::flush);
    context.onClear(this::cleared);
  }

  /** Those of an index in a transaction. */
  static BitChanges of(RecordContext context, IndexKeys keys, BitmapRows rows) {
    return context.attachment(
        new Key(ByteBuffer.wrap(keys.prefix())), () -> new BitChanges(context, keys, rows));
  }

  /** Changes bits, given by group and position, by how many records more have them. */
  CompletableFuture<Void> change(NavigableMap<Tuple, Integer> bits) {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (Tuple at : List.copyOf(bits.keySet())) {
      int records = bits.getOrDefault(at, 0);
      done = done.thenCompose(nothing -> change(at, records));
    }
    if (unique) {
      context.addCommitCheck(() -> context.inTurn(keys.turn(), this::check));
    }
    return done;
  }

  private CompletableFuture<Void> change(Tuple at, int records) {
    int last = rows.columns().groupCount();
    Tuple group = TupleParts.range(at, 0, last);
    long position = at.getLong(last);
    byte[] key = rows.key(keys, group, rows.offset(position));
    if (unique && records > 0) {
      byte[] claim = rows.claim(keys, group, position);
      context.transaction().addReadConflictKey(claim);
      context.transaction().addWriteConflictKey(claim);
    }
    return row(key).thenAccept(row -> change(key, row, rows.bit(position), records));
  }

  private synchronized void change(byte[] key, BitRow row, int bit, int records) {
    changed.putIfAbsent(key, row);
    row.add(bit, records);
  }

  /** The changes of a row; of a unique index, with the bits that were there before. */
  private CompletableFuture<BitRow> row(byte[] key) {
    BitRow known = known(key);
    if (known != null || !unique) {
      return CompletableFuture.completedFuture(known == null ? new BitRow(null) : known);
    }
    return context
        .get(key, true)
        .thenApply(
            found -> new BitRow(found == null ? null : rows.require(found, keys.describe(key))));
  }

  private synchronized @Nullable BitRow known(byte[] key) {
    return changed.get(key);
  }

  /** Writes what is not written yet. */
  synchronized void flush() {
    changed.forEach(this::write);
  }

  /** BIT_AND gives an absent key its operand, so that a BIT_OR, if of nothing, comes first. */
  private void write(byte[] key, BitRow row) {
    BitMasks masks = row.take(rows.bytes());
    if (masks.isEmpty()) {
      return;
    }
    context.mutate(MutationType.BIT_OR, key, masks.set());
    if (masks.clears()) {
      context.mutate(MutationType.BIT_AND, key, masks.keep());
      context.mutate(MutationType.COMPARE_AND_CLEAR, key, new byte[rows.bytes()]);
    }
  }

  private synchronized void cleared(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      changed.subMap(range.begin, range.end).clear();
    }
  }

  /** Refuses the commit when two records have a position. */
  private synchronized CompletableFuture<Void> check() {
    List<String> twice = new ArrayList<>();
    changed.forEach(
        (key, row) ->
            row.twice().ifPresent(bit -> twice.add(keys.entryKey(key) + " and bit " + bit)));
    if (twice.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.failedFuture(
        new RecordLayerException(
            RecordLayerException.Code.UNIQUENESS_VIOLATION,
            "unique index "
                + rows.columns().index().name()
                + " has a position twice: that of the group and offset "
                + twice.get(0)
                + " (store "
                + keys.store()
                + ")"));
  }
}
