package dev.tenure.queue.redrive;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.lessOrEqual;

import com.google.protobuf.ByteString;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.redrive.RedrivePosition.Asked;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoreQueries;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the dead letters of one zone that a request selects, in the order of their ids, in one
 * transaction, by snapshot, within the limits of a transaction. They are the rows of a query, which
 * a position continues. When the query cannot be continued, since indexes or metadata have changed,
 * it is asked anew behind the last letter that was selected. For a single use.
 */
final class LetterScan {
  private static final String LETTER = QueueDeadLetter.getDescriptor().getName();
  private static final int LOOKED_MAX = 1_000;

  /** All letters that are read may be written again: far below the 10 MB of a transaction. */
  private static final long BYTES_MAX = 2_000_000;

  private static final Duration TIME_MAX = Duration.ofSeconds(1);

  private final TenantTransaction transaction;
  private final RedriveRequest request;
  private final int matchesMax;
  private final ScanBudget budget;
  private final List<DeadLetter> matching = new ArrayList<>();
  private RedrivePosition position;
  private boolean ended;

  /**
   * The result of one scan.
   *
   * @param matching the selected letters, all from the zone of {@code next}
   * @param looked the number of index entries and letters that were read
   * @param ended whether the request's scope has no letters after {@code next}
   */
  record Seen(List<DeadLetter> matching, int looked, RedrivePosition next, boolean ended) {}

  private LetterScan(
      TenantTransaction transaction, RedriveRequest request, RedrivePosition from, int matchesMax) {
    this.transaction = transaction;
    this.request = request;
    this.position = from;
    this.matchesMax = matchesMax;
    this.budget =
        new ScanBudget(
            ScanOptions.defaults()
                .withRecordsMax(LOOKED_MAX)
                .withBytesMax(BYTES_MAX)
                .withTimeMax(TIME_MAX),
            transaction.context().environment().clock());
  }

  static CompletableFuture<Seen> from(
      TenantTransaction transaction,
      RedriveRequest request,
      RedrivePosition position,
      int matchesMax) {
    LetterScan scan = new LetterScan(transaction, request, position, matchesMax);
    return scan.findZone()
        .thenCompose(found -> found ? scan.zone() : CompletableFuture.completedFuture(null))
        .thenApply(done -> scan.seen());
  }

  private Seen seen() {
    return new Seen(List.copyOf(matching), Math.toIntExact(budget.records()), position, ended);
  }

  /** Goes on to the next zone when the current one is done; false when there is none. */
  private CompletableFuture<Boolean> findZone() {
    if (!position.zoneDone()) {
      return CompletableFuture.completedFuture(true);
    }
    if (request.zone().isPresent()) {
      ended = true;
      return CompletableFuture.completedFuture(false);
    }
    Optional<String> after = Optional.of(position.zone()).filter(name -> !name.isEmpty());
    return QueueZone.nextWithDeadLetters(transaction.store(), after)
        .thenApply(
            next -> {
              Optional<String> meant = next.filter(name -> !position.atZone(name).isBeyond(""));
              meant.ifPresent(name -> position = position.atZone(name));
              ended = meant.isEmpty();
              return meant.isPresent();
            });
  }

  private CompletableFuture<Void> zone() {
    if (position.query().isEmpty()) {
      return read(position.query());
    }
    return CompletableFuture.completedFuture(position.query())
        .thenCompose(this::read)
        .exceptionallyCompose(
            error -> {
              boolean isRefused =
                  FdbErrorPredicates.unwrap(error) instanceof RecordLayerException refused
                      && refused.code() == RecordLayerException.Code.CONTINUATION_REFUSED;
              return isRefused ? read(Optional.empty()) : CompletableFuture.failedFuture(error);
            });
  }

  private CompletableFuture<Void> read(Optional<Asked> continued) {
    String behind = continued.map(Asked::behind).orElse(position.afterId());
    StoreQueries queries = transaction.store().queries();
    RecordCursor<StoredRecord> letters =
        queries.records(
            queries.plan(query(behind), PlannerOptions.defaults()),
            Bindings.none(),
            continued
                .map(each -> Continuation.fromBytes(each.continuation().toByteArray()))
                .orElse(Continuation.START),
            ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withBudget(budget));
    return AsyncLoop.whileTrue(() -> letters.next().thenApply(result -> take(result, behind)))
        .whenComplete((done, error) -> letters.close());
  }

  /** The letters of the zone behind an id that fit the filter and died before the run. */
  private RecordQuery query(String behind) {
    LetterFilter filter = request.filter();
    KeyExpression id = field("id");
    List<QueryPredicate> all =
        new ArrayList<>(
            List.of(
                equal(field("zone"), position.zone()),
                greater(id, behind),
                lessOrEqual(field("at_millis"), position.begunMillis())));
    position.lastId().ifPresent(last -> all.add(lessOrEqual(id, last)));
    filter.condition().ifPresent(all::add);
    if (!filter.ids().isEmpty()) {
      all.add(in(id, filter.ids().toArray()));
    }
    return RecordQuery.of(LETTER).where(new QueryPredicate.And(all)).orderBy(ascending(id));
  }

  private boolean take(CursorResult<StoredRecord> result, String behind) {
    Continuation continuation = result.continuation();
    if (!result.hasNext()) {
      boolean last = continuation.isEnd();
      position = last ? position.behindZone() : position.with(asked(continuation, behind));
      ended = last && request.zone().isPresent();
      return false;
    }
    DeadLetter letter = QueueZone.deadLetter(result.value());
    matching.add(letter);
    position = position.behind(letter.item().id());
    if (matching.size() < matchesMax) {
      return true;
    }
    position = position.with(asked(continuation, behind));
    return false;
  }

  private static Optional<Asked> asked(Continuation continuation, String behind) {
    return continuation.equals(Continuation.START)
        ? Optional.empty()
        : Optional.of(new Asked(behind, ByteString.copyFrom(continuation.toBytes())));
  }
}
