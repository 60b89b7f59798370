package dev.tenure.queue.redrive;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.StoreQueries;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads dead letters of one zone in the order of their ids, in one transaction, by snapshot, within
 * the limits of a transaction. The query returns all letters, and the filter's condition is tested
 * on each of them. A position is the id of the last letter that was read. Unlike a continuation, it
 * stays valid when indexes and metadata change. For a single use.
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
  private final Optional<BoundPredicate> condition;
  private final List<DeadLetter> matching = new ArrayList<>();
  private RedrivePosition position;
  private boolean ended;
  private int looked;

  /**
   * The result of one scan.
   *
   * @param matching the selected letters, all from the zone of {@code next}
   * @param looked the number of letters that were read, selected or not
   * @param ended whether the request's scope has no letters after {@code next}
   */
  record Seen(List<DeadLetter> matching, int looked, RedrivePosition next, boolean ended) {}

  private LetterScan(
      TenantTransaction transaction, RedriveRequest request, RedrivePosition from, int matchesMax) {
    this.transaction = transaction;
    this.request = request;
    this.position = from;
    this.matchesMax = matchesMax;
    this.condition =
        request
            .filter()
            .condition()
            .map(each -> BoundPredicate.bind(each, QueueDeadLetter.getDescriptor(), 0));
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
    return new Seen(List.copyOf(matching), looked, position, ended);
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
    QueueZone zone = transaction.zone(position.zone());
    return request.filter().ids().isEmpty() ? scanned(zone) : named(zone);
  }

  /** Looks up given ids one by one: a zone may hold many more letters. */
  private CompletableFuture<Void> named(QueueZone zone) {
    List<String> ids =
        request.filter().ids().stream()
            .filter(id -> id.compareTo(position.afterId()) > 0)
            .filter(id -> !position.isBeyond(id))
            .limit(matchesMax)
            .toList();
    return AsyncLoop.forEach(
            ids,
            id ->
                bytes() >= BYTES_MAX
                    ? CompletableFuture.completedFuture(null)
                    : transaction
                        .store()
                        .load(LETTER, Tuple.from(zone.name(), id), Isolation.SNAPSHOT)
                        .thenAccept(
                            found -> {
                              found.ifPresent(this::look);
                              position = position.behind(id);
                            }))
        .thenAccept(
            done -> {
              boolean last = request.filter().ids().stream().allMatch(this::isBehind);
              position = last ? position.behindZone() : position;
              ended = last && request.zone().isPresent();
            });
  }

  private boolean isBehind(String id) {
    return id.compareTo(position.afterId()) <= 0 || position.isBeyond(id);
  }

  private long bytes() {
    return matching.stream().mapToLong(letter -> letter.item().bodySize()).sum();
  }

  private CompletableFuture<Void> scanned(QueueZone zone) {
    ScanOptions options =
        ScanOptions.defaults()
            .withIsolation(Isolation.SNAPSHOT)
            .withRowsMax(LOOKED_MAX)
            .withBytesMax(BYTES_MAX)
            .withTimeMax(TIME_MAX);
    RecordQuery behind =
        RecordQuery.of(LETTER)
            .where(and(equal(field("zone"), zone.name()), greater(field("id"), position.afterId())))
            .orderBy(ascending(field("id")));
    StoreQueries queries = transaction.store().queries();
    RecordCursor<StoredRecord> letters =
        queries.records(
            queries.plan(behind, PlannerOptions.defaults()),
            Bindings.none(),
            Continuation.START,
            options);
    return AsyncLoop.whileTrue(() -> letters.next().thenApply(this::take))
        .whenComplete((done, error) -> letters.close());
  }

  private boolean take(CursorResult<StoredRecord> result) {
    if (!result.hasNext()) {
      boolean last = result.continuation().isEnd();
      position = last ? position.behindZone() : position;
      ended = last && request.zone().isPresent();
      return false;
    }
    StoredRecord letter = result.value();
    String id = ((QueueDeadLetter) letter.message()).getId();
    if (position.isBeyond(id)) {
      position = position.behindZone();
      ended = true;
      return false;
    }
    look(letter);
    position = position.behind(id);
    return matching.size() < matchesMax;
  }

  private void look(StoredRecord found) {
    looked++;
    QueueDeadLetter letter = (QueueDeadLetter) found.message();
    boolean fits =
        letter.getAtMillis() <= position.begunMillis()
            && condition.map(each -> each.holds(letter)).orElse(true)
            && request.filter().reasonContains().map(letter.getReason()::contains).orElse(true);
    if (fits) {
      matching.add(QueueZone.deadLetter(found));
    }
  }
}
