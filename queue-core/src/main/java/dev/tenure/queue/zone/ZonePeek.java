package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the vested items of a zone in (priority, vesting) order by its index alone, skipping from
 * priority to priority instead of through unvested items. Reads by snapshot: whoever takes an item
 * reads its state serializably.
 */
final class ZonePeek {
  private final RecordStore store;
  private final String zone;
  private final long nowMillis;
  private final int max;
  private final Predicate<IndexedItem> filter;

  private final List<IndexedItem> taken = new ArrayList<>();
  private @Nullable IndexedItem beyond;
  private int scanned;
  private boolean more;
  private int refused;
  private long earliestUnvested = Long.MAX_VALUE;

  private ZonePeek(RecordStore store, String zone, PeekRequest request, Instant now) {
    this.store = store;
    this.zone = zone;
    this.nowMillis = now.toEpochMilli();
    this.max = request.max();
    this.filter = request.filter();
  }

  /**
   * What a peek saw.
   *
   * @param items vested, passed by the filter, at most as many as asked for
   * @param more whether more such items may follow
   * @param beyond the first of them, where it was seen
   * @param refused vested items that the filter refused
   * @param earliestUnvested the earliest vesting time after now, over all priorities; only complete
   *     when {@code more} is false
   */
  record Found(
      List<IndexedItem> items,
      boolean more,
      Optional<IndexedItem> beyond,
      int refused,
      Optional<Instant> earliestUnvested) {}

  static CompletableFuture<Found> peek(
      RecordStore store, String zone, PeekRequest request, Instant now) {
    ZonePeek peek = new ZonePeek(store, zone, request, now);
    return peek.level(request.priorityMin()).thenApply(done -> peek.found());
  }

  /** As {@link #peek}, beginning at a mark if there is enough behind it. */
  static CompletableFuture<Found> peekFrom(
      PeekMark mark, RecordStore store, String zone, PeekRequest request, Instant now) {
    ZonePeek peek = new ZonePeek(store, zone, request, now);
    return peek.fromMark(mark)
        .thenCompose(
            enough ->
                enough
                    ? CompletableFuture.completedFuture(peek.found())
                    : peek(store, zone, request, now));
  }

  /** Whether all that is wanted was found from the mark on, and no level before it has anything. */
  private CompletableFuture<Boolean> fromMark(PeekMark mark) {
    TupleRange before =
        TupleRange.between(Tuple.from(zone), true, Tuple.from(zone, mark.priority()), false);
    TupleRange vested =
        TupleRange.between(
            Tuple.from(zone, mark.priority(), mark.vesting().toEpochMilli()),
            true,
            Tuple.from(zone, mark.priority(), nowMillis),
            true);
    return scan(before, 1)
        .thenCombine(
            scan(vested, max + 1),
            (first, entries) -> {
              entries.forEach(entry -> take(IndexedItem.of(entry)));
              return first.isEmpty() && more && refused == 0;
            });
  }

  private Found found() {
    Optional<Instant> earliest =
        earliestUnvested == Long.MAX_VALUE
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(earliestUnvested));
    return new Found(List.copyOf(taken), more, Optional.ofNullable(beyond), refused, earliest);
  }

  /** Looks at the first level that is not below the given priority, then at those after it. */
  private CompletableFuture<Void> level(int priority) {
    if (priority > QueueLimits.PRIORITY_MAX || more) {
      return CompletableFuture.completedFuture(null);
    }
    TupleRange rest =
        TupleRange.between(
            Tuple.from(zone, priority), true, Tuple.from(zone, QueueLimits.PRIORITY_MAX), true);
    return scan(rest, 1)
        .thenCompose(
            first ->
                first.isEmpty()
                    ? CompletableFuture.<Void>completedFuture(null)
                    : fromFirst(IndexedItem.of(first.get(0))));
  }

  private CompletableFuture<Void> fromFirst(IndexedItem first) {
    if (first.vesting().toEpochMilli() > nowMillis) {
      noteUnvested(first);
      return level(first.priority() + 1);
    }
    TupleRange vested =
        TupleRange.between(
            Tuple.from(zone, first.priority()),
            true,
            Tuple.from(zone, first.priority(), nowMillis),
            true);
    TupleRange unvested =
        TupleRange.between(
            Tuple.from(zone, first.priority(), nowMillis),
            false,
            Tuple.from(zone, first.priority()),
            true);
    return vested(vested, max - taken.size() + 1)
        .thenCompose(
            done -> more ? CompletableFuture.completedFuture(List.of()) : scan(unvested, 1))
        .thenAccept(entries -> entries.forEach(entry -> noteUnvested(IndexedItem.of(entry))))
        .thenCompose(done -> level(first.priority() + 1));
  }

  private CompletableFuture<Void> vested(TupleRange range, int rows) {
    return scan(range, rows)
        .thenCompose(
            entries -> {
              for (IndexEntry entry : entries) {
                take(IndexedItem.of(entry));
              }
              boolean exhausted = entries.size() < rows;
              if (exhausted || more) {
                return CompletableFuture.completedFuture(null);
              }
              IndexEntry last = entries.get(entries.size() - 1);
              return vested(after(range, last), Math.min(2 * rows, 256));
            });
  }

  private void take(IndexedItem item) {
    if (more) {
      return;
    }
    scanned++;
    if (!filter.test(item)) {
      refused++;
      more = scanned >= QueueLimits.PEEK_ITEMS_MAX;
    } else if (taken.size() < max) {
      taken.add(item);
    } else {
      more = true;
      beyond = item;
    }
  }

  private void noteUnvested(IndexedItem item) {
    earliestUnvested = Math.min(earliestUnvested, item.vesting().toEpochMilli());
  }

  private CompletableFuture<List<IndexEntry>> scan(TupleRange range, int rows) {
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(rows);
    return store.scanIndex(QueueSchema.VESTING_INDEX, range, Continuation.START, options).asList();
  }

  private static TupleRange after(TupleRange range, IndexEntry last) {
    return TupleRange.between(
        last.key().add(last.primaryKey().getString(1)), false, range.high(), range.highInclusive());
  }
}
