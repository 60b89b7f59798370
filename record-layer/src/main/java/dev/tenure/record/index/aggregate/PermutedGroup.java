package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.IndexKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The changes of one save or delete in one group of a permuted index: entries of the record, and
 * the group's row when its extremum changes.
 *
 * <p>The update reads by snapshot, and adds conflicts only for the keys on which its result
 * depends:
 *
 * <ul>
 *   <li>An existing entry lies beyond all added and removed ones. The extremum stays as long as
 *       this entry stays. The nearest such entry is fenced, and no other key.
 *   <li>The old or the new extremum is among the added and removed entries. No other transaction
 *       may add or remove an entry from the less extreme of the two on, so this range is fenced.
 *       For a group that was or becomes empty, the whole group is fenced.
 *   <li>The extremum stays because another record has the same value. The entry of that record is
 *       fenced.
 * </ul>
 *
 * <p>FoundationDB ignores a fence on keys that the transaction has written itself. No other
 * transaction writes those keys without a conflict, since an entry belongs to a record, which was
 * loaded before it was changed.
 */
final class PermutedGroup {
  private static final byte[] NOTHING = {};

  private final PermutedMaintainer maintainer;
  private final IndexKeys keys;
  private final Tuple group;
  private final IndexKeys place;
  private final Range entries;
  private final List<byte[]> removed = new ArrayList<>();
  private final List<byte[]> added = new ArrayList<>();

  PermutedGroup(PermutedMaintainer maintainer, IndexKeys keys, Tuple group) {
    this.maintainer = maintainer;
    this.keys = keys;
    this.group = group;
    this.place = PermutedColumns.entries(keys);
    this.entries = place.range(group);
  }

  void remove(byte[] key) {
    removed.add(key);
  }

  void add(byte[] key) {
    added.add(key);
  }

  /** Reads and writes the entries and the row. Runs in turn with the other updates of the index. */
  CompletableFuture<Void> update(RecordContext context) {
    byte[] utmost = utmost();
    return first(context, extremum().beyond(entries, utmost), !extremum().isLast())
        .thenCompose(
            beyond -> {
              if (beyond.isEmpty()) {
                return updateAtTheEnd(context);
              }
              context.transaction().addReadConflictKey(beyond.get());
              write(context);
              return CompletableFuture.completedFuture(null);
            });
  }

  /** The most extreme of the keys added and removed. */
  private byte[] utmost() {
    return Stream.concat(removed.stream(), added.stream()).reduce(this::beyond).orElseThrow();
  }

  private byte[] beyond(byte[] left, byte[] right) {
    return extremum().isBeyond(left, right) ? left : right;
  }

  private CompletableFuture<Void> updateAtTheEnd(RecordContext context) {
    return first(context, entries, extremum().isLast())
        .thenCompose(
            before -> {
              boolean stays = before.filter(this::isRemoved).isEmpty();
              write(context);
              CompletableFuture<Optional<byte[]>> after =
                  stays
                      ? CompletableFuture.completedFuture(
                          Stream.concat(before.stream(), added.stream()).reduce(this::beyond))
                      : first(context, entries, extremum().isLast());
              return after.thenAccept(now -> settle(context, before, now, stays));
            });
  }

  private boolean isRemoved(byte[] entry) {
    return removed.stream().anyMatch(key -> Arrays.equals(key, entry));
  }

  private void settle(
      RecordContext context, Optional<byte[]> before, Optional<byte[]> after, boolean stays) {
    Optional<Tuple> old = before.map(this::valueOf);
    Optional<Tuple> now = after.map(this::valueOf);
    if (old.isPresent() && now.isPresent() && old.get().compareTo(now.get()) == 0) {
      context.transaction().addReadConflictKey((stays ? before : after).orElseThrow());
      return;
    }
    Range fenced = extremum().from(entries, before, after);
    context.transaction().addReadConflictRange(fenced.begin, fenced.end);
    old.ifPresent(value -> context.clear(rowKey(value)));
    now.ifPresent(value -> context.set(rowKey(value), NOTHING));
  }

  private Tuple valueOf(byte[] entry) {
    return maintainer.valueOf(place, new KeyValue(entry, NOTHING));
  }

  private byte[] rowKey(Tuple value) {
    return maintainer.permuted().rowKey(keys, group, value);
  }

  private void write(RecordContext context) {
    removed.forEach(context::clear);
    added.forEach(key -> context.set(key, NOTHING));
  }

  /** The first entry in a part of the group, from its begin or from its end. */
  private static CompletableFuture<Optional<byte[]>> first(
      RecordContext context, Range part, boolean fromEnd) {
    return context
        .reader(true)
        .getRange(part, 1, fromEnd, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> rows.stream().findFirst().map(KeyValue::getKey));
  }

  private Extremum extremum() {
    return maintainer.extremum();
  }
}
