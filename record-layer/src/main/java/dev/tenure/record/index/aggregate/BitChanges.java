package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.tuple.TupleParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bits of one bitmap index that a transaction changes, and writes them just before the
 * commit. So when one record leaves a position and another takes it, the order of the two does not
 * matter. Safe for use by many threads.
 */
final class BitChanges {
  private final RecordContext context;
  private final IndexKeys keys;
  private final BitmapRows rows;
  private final NavigableMap<byte[], BitRow> changed = new TreeMap<>(Arrays::compareUnsigned);

  private record Key(ByteBuffer prefix) {}

  private BitChanges(RecordContext context, IndexKeys keys, BitmapRows rows) {
    this.context = context;
    this.keys = keys;
    this.rows = rows;
    context.addLastWrite(this::flush);
    context.onClear(this::cleared);
  }

  /** The changes of an index in a transaction. */
  static BitChanges of(RecordContext context, IndexKeys keys, BitmapRows rows) {
    return context.attachment(
        new Key(ByteBuffer.wrap(keys.prefix())), () -> new BitChanges(context, keys, rows));
  }

  /**
   * Notes changes of bits. The map has, by group and position, how many more records have the bit.
   */
  void change(NavigableMap<Tuple, Integer> bits) {
    bits.forEach(this::change);
    if (bits.values().stream().anyMatch(records -> records > 0)) {
      context.addCommitCheck(() -> compare().thenAccept(nothing -> check()));
    }
  }

  private void change(Tuple at, int records) {
    int last = rows.columns().groupCount();
    Tuple group = TupleParts.range(at, 0, last);
    long position = at.getLong(last);
    if (records > 0) {
      byte[] claim = rows.claim(keys, group, position);
      context.transaction().addReadConflictKey(claim);
      context.transaction().addWriteConflictKey(claim);
    }
    byte[] key = rows.key(keys, group, rows.offset(position));
    synchronized (this) {
      changed.computeIfAbsent(key, absent -> new BitRow()).add(rows.bit(position), records);
    }
  }

  /**
   * Compares the changed rows with the stored ones, and writes the changes so far. Further changes
   * may follow.
   */
  CompletableFuture<Void> compareAndFlush() {
    return compare().thenAccept(nothing -> flush());
  }

  /** Reads the rows that are changed, as they were before. */
  private CompletableFuture<Void> compare() {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (Map.Entry<byte[], BitRow> each : toCompare()) {
      byte[] key = each.getKey();
      CompletableFuture<Void> compared =
          context
              .reader(true)
              .get(key)
              .thenAccept(found -> compared(each.getValue(), found, keys.describe(key)));
      all = all.thenCombine(compared, (left, right) -> null);
    }
    return all;
  }

  private synchronized List<Map.Entry<byte[], BitRow>> toCompare() {
    return changed.entrySet().stream()
        .filter(each -> !each.getValue().isCompared())
        .map(each -> Map.entry(each.getKey(), each.getValue()))
        .toList();
  }

  private synchronized void compared(BitRow row, byte @Nullable [] found, String where) {
    row.before(found == null ? null : rows.require(found, where));
  }

  /** Writes the changes that are not written yet. */
  synchronized void flush() {
    changed.forEach(this::write);
  }

  /** BIT_AND gives an absent key its operand, so that a BIT_OR, if of nothing, comes first. */
  private void write(byte[] key, BitRow row) {
    write(context, key, row.take(rows.bytes()));
  }

  static void write(RecordContext context, byte[] key, BitMasks masks) {
    if (masks.isEmpty()) {
      return;
    }
    context.mutate(MutationType.BIT_OR, key, masks.set());
    if (masks.clears()) {
      context.mutate(MutationType.BIT_AND, key, masks.keep());
      context.mutate(MutationType.COMPARE_AND_CLEAR, key, new byte[masks.keep().length]);
    }
  }

  private synchronized void cleared(Range range) {
    if (Arrays.compareUnsigned(range.begin, range.end) < 0) {
      changed.subMap(range.begin, range.end).clear();
    }
  }

  /** Refuses the commit when two records have a position. */
  private synchronized void check() {
    changed.forEach(
        (key, row) ->
            row.twice()
                .ifPresent(
                    bit -> {
                      Tuple at = keys.entryKey(key);
                      int last = at.size() - 1;
                      Tuple group = TupleParts.range(at, 0, last);
                      throw twice(keys, rows, group.add(at.getLong(last) + bit));
                    }));
  }

  /**
   * The error that two records have one position. {@code position} has the group's columns, then
   * the position.
   */
  static RecordLayerException twice(IndexKeys keys, BitmapRows rows, Tuple position) {
    int last = position.size() - 1;
    return new RecordLayerException(
        RecordLayerException.Code.UNIQUENESS_VIOLATION,
        "bitmap index "
            + rows.columns().index().name()
            + " has the position "
            + position.getLong(last)
            + " of the group "
            + TupleParts.range(position, 0, last)
            + " twice (store "
            + keys.store()
            + ")");
  }
}
