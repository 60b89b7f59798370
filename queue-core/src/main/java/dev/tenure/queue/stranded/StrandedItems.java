package dev.tenure.queue.stranded;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.cluster.ConsumerInfo.Stranded;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A walk through the items of one zone that vest within a range of times: first those that leases
 * of visits hold until then, in the order of ids, then priority by priority. It takes as many
 * transactions as it needs; {@link #step} is one of them.
 */
final class StrandedItems {
  private static final int ROWS_MAX = 200;

  private final Stranded range;
  private Position position;
  private StrandedReport report = StrandedReport.NONE;

  /**
   * A position of the walk.
   *
   * @param held the last held item that was looked at; empty behind all held items
   */
  private record Position(Optional<String> held, int priority, Continuation from) {
    boolean isEnd() {
      return priority > QueueLimits.PRIORITY_MAX;
    }
  }

  StrandedItems(Stranded range, int priorityMin) {
    this.range = range;
    this.position = new Position(Optional.of(""), priorityMin, Continuation.START);
  }

  StrandedReport report() {
    return report;
  }

  /** The result of one transaction, of which the walk takes note when it is committed. */
  record Step(StrandedReport report, Position next) {}

  /** Takes a step; false when it was the last. */
  boolean took(Step step) {
    report = report.plus(step.report());
    position = step.next();
    return !position.isEnd();
  }

  /**
   * Frees the stranded items among the next that vest in the range.
   *
   * @param vesting the time at which they vest from now on
   */
  CompletableFuture<Step> step(RecordStore store, QueueZone zone, Instant vesting) {
    return position
        .held()
        .map(after -> held(zone, after, vesting))
        .orElseGet(() -> vesting(store, zone, vesting));
  }

  private CompletableFuture<Step> held(QueueZone zone, String after, Instant vesting) {
    return zone.heldUntil(range.from(), range.until())
        .thenCompose(
            ids -> {
              List<String> next =
                  ids.stream().filter(id -> id.compareTo(after) > 0).limit(ROWS_MAX).toList();
              Optional<String> last =
                  next.size() < ROWS_MAX ? Optional.empty() : Optional.of(next.get(ROWS_MAX - 1));
              return free(zone, next, vesting)
                  .thenApply(
                      freed ->
                          new Step(
                              freed, new Position(last, position.priority(), position.from())));
            });
  }

  private CompletableFuture<Step> vesting(RecordStore store, QueueZone zone, Instant vesting) {
    Position[] at = {position};
    StrandedReport[] found = {StrandedReport.NONE};
    int[] rows = {0};
    return AsyncLoop.whileTrue(
            () ->
                read(store, zone.name(), at[0], ROWS_MAX - rows[0])
                    .thenCompose(
                        page -> {
                          rows[0] += page.items().size();
                          at[0] = next(at[0], page.continuation());
                          return free(zone, ids(page), vesting)
                              .thenApply(
                                  freed -> {
                                    found[0] = found[0].plus(freed);
                                    return !at[0].isEnd() && rows[0] < ROWS_MAX;
                                  });
                        }))
        .thenApply(done -> new Step(found[0], at[0]));
  }

  private static Position next(Position at, Continuation continuation) {
    return continuation.isEnd()
        ? new Position(at.held(), at.priority() + 1, Continuation.START)
        : new Position(at.held(), at.priority(), continuation);
  }

  private CompletableFuture<RecordCursor.Page<IndexedItem>> read(
      RecordStore store, String zone, Position at, int rows) {
    TupleRange ahead =
        TupleRange.between(
            Tuple.from(zone, at.priority(), range.from().toEpochMilli()),
            true,
            Tuple.from(zone, at.priority(), range.until().toEpochMilli()),
            true);
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(rows);
    return store
        .scanIndex(QueueSchema.VESTING_INDEX, ahead, at.from(), options)
        .map(IndexedItem::of)
        .asPage();
  }

  private static List<String> ids(RecordCursor.Page<IndexedItem> page) {
    return page.items().stream().map(IndexedItem::id).toList();
  }

  private static CompletableFuture<StrandedReport> free(
      QueueZone zone, List<String> ids, Instant vesting) {
    return AsyncLoop.all(
            ids.stream()
                .map(id -> zone.freeStranded(id, vesting).thenApply(StrandedReport::of))
                .toList())
        .thenApply(all -> all.stream().reduce(StrandedReport.NONE, StrandedReport::plus));
  }
}
