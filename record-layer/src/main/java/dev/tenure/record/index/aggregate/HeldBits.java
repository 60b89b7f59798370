package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.tuple.TupleParts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Collects the bits that a transaction changes in a bitmap index that is being built or has
 * violations. Further rows record which records have a position. Before the commit, each changed
 * bit is set from these rows. So a record that leaves a position does not clear the bit of another
 * record. The rows are read serializably. Safe for use by many threads.
 */
final class HeldBits {
  private static final byte[] NOTED = {};

  private final RecordContext context;
  private final IndexKeys keys;
  private final BitmapRows rows;

  /** Group and position, and whether a record was added. */
  private final NavigableMap<Tuple, Boolean> changed = new TreeMap<>();

  private record Key(ByteBuffer prefix, boolean building) {}

  private HeldBits(RecordContext context, IndexKeys keys, BitmapRows rows) {
    this.context = context;
    this.keys = keys;
    this.rows = rows;
  }

  /** The bits of an index in a transaction. */
  static HeldBits of(RecordContext context, IndexKeys keys, BitmapRows rows) {
    boolean building = keys.duplicate(new Tuple()).isPresent();
    return context.attachment(
        new Key(ByteBuffer.wrap(keys.prefix()), building), () -> new HeldBits(context, keys, rows));
  }

  /**
   * Notes changes of bits. The map has, by group and position, how many more records have the bit.
   */
  synchronized void change(NavigableMap<Tuple, Integer> bits) {
    bits.forEach((position, more) -> changed.merge(position, more > 0, Boolean::logicalOr));
    context.addCommitCheck(this::settle);
  }

  /**
   * Sets each changed bit from the records that have its position.
   *
   * @return fails with UNIQUENESS_VIOLATION when a record was added at the position of another one.
   *     While the index is being built, this is noted instead
   */
  CompletableFuture<Void> settle() {
    List<CompletableFuture<Held>> reads = new ArrayList<>();
    take().forEach((position, added) -> reads.add(read(position, added)));
    return AsyncLoop.all(reads).thenAccept(this::write);
  }

  private synchronized NavigableMap<Tuple, Boolean> take() {
    NavigableMap<Tuple, Boolean> taken = new TreeMap<>(changed);
    changed.clear();
    return taken;
  }

  /** Whether any record has a position. */
  private record Held(Tuple position, boolean held) {}

  private CompletableFuture<Held> read(Tuple position, boolean added) {
    return context
        .transaction()
        .getRange(keys.holders(position), 2, false, StreamingMode.EXACT)
        .asList()
        .thenApply(found -> held(position, added, found));
  }

  private Held held(Tuple position, boolean added, List<KeyValue> found) {
    if (added && found.size() > 1) {
      Optional<byte[]> note = keys.duplicate(position);
      if (note.isEmpty()) {
        throw BitChanges.twice(keys, rows, position);
      }
      context.set(note.get(), NOTED);
    }
    return new Held(position, !found.isEmpty());
  }

  private void write(List<Held> all) {
    NavigableMap<byte[], BitMasks> masks = new TreeMap<>(Arrays::compareUnsigned);
    int last = rows.columns().groupCount();
    for (Held each : all) {
      Tuple group = TupleParts.range(each.position(), 0, last);
      long position = each.position().getLong(last);
      masks
          .computeIfAbsent(
              rows.key(keys, group, rows.offset(position)), key -> new BitMasks(rows.bytes()))
          .add(rows.bit(position), each.held());
    }
    for (Map.Entry<byte[], BitMasks> each : masks.entrySet()) {
      BitChanges.write(context, each.getKey(), each.getValue());
    }
  }
}
