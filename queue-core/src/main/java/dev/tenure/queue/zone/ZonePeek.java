package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the vested items of a zone in (priority, vesting) order in its index. After the vested
 * items of a priority it skips to the next priority, without reading unvested items. Reads by
 * snapshot; a transaction that leases an item reads its state serializably.
 */
final class ZonePeek {
  /** Two rows show that there is only one item, as in most zones with items. */
  private static final int FIRST_ROWS = 2;

  /** Before every vesting time. */
  private static final Instant FIRST_TIME = Instant.ofEpochMilli(Long.MIN_VALUE / 2);

  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final RecordStore store;
  private final String zone;
  private final long nowMillis;
  private final int max;
  private final Predicate<IndexedItem> filter;
  private final List<VisitLeaseRow> leases;

  private final List<IndexedItem> taken = new ArrayList<>();
  private @Nullable IndexedItem beyond;
  private int scanned;
  private boolean more;
  private int refused;
  private long earliestUnvested = Long.MAX_VALUE;

  private ZonePeek(
      RecordStore store, String zone, Wanted wanted, List<VisitLeaseRow> leases, Instant now) {
    this.store = store;
    this.zone = zone;
    this.nowMillis = now.toEpochMilli();
    this.max = wanted.max();
    this.filter = wanted.filter();
    this.leases = leases;
    leases.stream().filter(row -> !row.isEmpty()).forEach(row -> noteUnvested(row.untilMillis()));
  }

  /** As {@link PeekRequest}, with a filter that may count the items it accepts. */
  record Wanted(int max, int priorityMin, Predicate<IndexedItem> filter) {
    static Wanted by(PeekRequest request) {
      return new Wanted(
          request.max(), request.priorityMin(), EntryCondition.of(request.condition()));
    }
  }

  /**
   * The result of a peek.
   *
   * @param items vested items that the filter accepts, at most as many as requested
   * @param more whether more such items may follow
   * @param beyond the first of these, if it was read
   * @param refused how many vested items the filter refused
   * @param earliestUnvested the earliest vesting time after now, over all priorities; complete only
   *     without {@code more}
   */
  record Found(
      List<IndexedItem> items,
      boolean more,
      Optional<IndexedItem> beyond,
      int refused,
      Optional<Instant> earliestUnvested) {}

  /**
   * Peeks.
   *
   * @param from the mark at which the peek begins if enough items follow it
   * @param leases the leases of visits, whose items are passed over
   */
  static CompletableFuture<Found> peek(
      RecordStore store,
      String zone,
      Wanted wanted,
      Optional<PeekMark> from,
      List<VisitLeaseRow> leases,
      Instant now) {
    return from.map(mark -> peekFrom(mark, store, zone, wanted, leases, now))
        .orElseGet(() -> peek(store, zone, wanted, leases, now));
  }

  private static CompletableFuture<Found> peek(
      RecordStore store, String zone, Wanted wanted, List<VisitLeaseRow> leases, Instant now) {
    ZonePeek peek = new ZonePeek(store, zone, wanted, leases, now);
    return peek.level(wanted.priorityMin(), FIRST_ROWS).thenApply(done -> peek.found());
  }

  /** The earliest vesting time of all entries, whatever the time is; empty without items. */
  static CompletableFuture<Optional<Instant>> earliest(RecordStore store, String zone) {
    Wanted any = new Wanted(1, 0, item -> true);
    return peek(store, zone, any, List.of(), FIRST_TIME).thenApply(Found::earliestUnvested);
  }

  /** As {@link #peek}, but begins at the mark if enough items follow it. */
  private static CompletableFuture<Found> peekFrom(
      PeekMark mark,
      RecordStore store,
      String zone,
      Wanted wanted,
      List<VisitLeaseRow> leases,
      Instant now) {
    ZonePeek peek = new ZonePeek(store, zone, wanted, leases, now);
    return peek.fromMark(mark)
        .thenCompose(
            enough ->
                enough
                    ? CompletableFuture.completedFuture(peek.found())
                    : peek(store, zone, wanted, leases, now));
  }

  /** Whether enough items are behind the mark, and no level before it has a vested item. */
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
            scan(vested, max + 1).thenCompose(items -> takeAll(items, mark.priority(), max + 1)),
            (first, all) -> first.isEmpty() && more && refused == 0);
  }

  /** Takes entries of a level, and further ones while leases of visits hold them. */
  private CompletableFuture<Void> takeAll(List<IndexedItem> items, int priority, int rows) {
    items.forEach(this::take);
    if (more || items.size() < rows) {
      return DONE;
    }
    int further = Math.min(2 * rows, 256);
    return scan(vestedBehind(items.get(items.size() - 1)), further)
        .thenCompose(next -> takeAll(next, priority, further));
  }

  private TupleRange vestedBehind(IndexedItem item) {
    return TupleRange.between(
        Tuple.from(zone, item.priority(), item.vesting().toEpochMilli(), item.id()),
        false,
        Tuple.from(zone, item.priority(), nowMillis),
        true);
  }

  private Found found() {
    Optional<Instant> earliest =
        earliestUnvested == Long.MAX_VALUE
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(earliestUnvested));
    return new Found(List.copyOf(taken), more, Optional.ofNullable(beyond), refused, earliest);
  }

  /**
   * Reads the first level from the given priority on, then those after it.
   *
   * @param rows how many entries are read at first
   */
  private CompletableFuture<Void> level(int priority, int rows) {
    TupleRange rest =
        TupleRange.between(
            Tuple.from(zone, priority), true, Tuple.from(zone, QueueLimits.PRIORITY_MAX), true);
    return priority > QueueLimits.PRIORITY_MAX ? DONE : rest(rest, rows);
  }

  /** Reads on after all vested entries of a level. */
  private CompletableFuture<Void> behindVested(int priority) {
    TupleRange rest =
        TupleRange.between(
            Tuple.from(zone, priority, nowMillis),
            false,
            Tuple.from(zone, QueueLimits.PRIORITY_MAX),
            true);
    return rest(rest, 1);
  }

  private CompletableFuture<Void> rest(TupleRange range, int rows) {
    return scan(range, rows).thenCompose(items -> found(items, items.size() < rows));
  }

  /**
   * Takes entries, then reads behind the last of them.
   *
   * @param items the next entries; the first of them is the first of its level, or the first
   *     unvested one
   * @param all whether no entry follows
   */
  private CompletableFuture<Void> found(List<IndexedItem> items, boolean all) {
    IndexedItem unvested = null;
    for (IndexedItem item : items) {
      if (unvested != null && unvested.priority() == item.priority()) {
        continue;
      }
      unvested = isVested(item) ? null : item;
      if (unvested == null) {
        take(item);
      } else {
        noteUnvested(item.vesting().toEpochMilli());
      }
    }
    if (all || more) {
      return DONE;
    }
    IndexedItem last = items.get(items.size() - 1);
    return unvested == null
        ? vestedAfter(last, max - taken.size() + 1)
        : level(last.priority() + 1, 1);
  }

  private boolean isVested(IndexedItem item) {
    return item.vesting().toEpochMilli() <= nowMillis;
  }

  /** Reads the vested entries behind one of a level, and continues after them. */
  private CompletableFuture<Void> vestedAfter(IndexedItem item, int rows) {
    TupleRange range =
        TupleRange.between(
            Tuple.from(zone, item.priority(), item.vesting().toEpochMilli(), item.id()),
            false,
            Tuple.from(zone, item.priority(), nowMillis),
            true);
    return scan(range, rows)
        .thenCompose(
            items -> {
              items.forEach(this::take);
              if (more) {
                return DONE;
              }
              return items.size() < rows
                  ? behindVested(item.priority())
                  : vestedAfter(items.get(items.size() - 1), Math.min(2 * rows, 256));
            });
  }

  private void take(IndexedItem item) {
    if (more || isLeased(item.id())) {
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

  private boolean isLeased(String id) {
    for (VisitLeaseRow row : leases) {
      if (row.holds(id)) {
        return true;
      }
    }
    return false;
  }

  private void noteUnvested(long vestingMillis) {
    earliestUnvested = Math.min(earliestUnvested, vestingMillis);
  }

  private CompletableFuture<List<IndexedItem>> scan(TupleRange range, int rows) {
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(rows);
    return store
        .scanIndex(QueueSchema.VESTING_INDEX, range, Continuation.START, options)
        .map(IndexedItem::of)
        .asList();
  }
}
