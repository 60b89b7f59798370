package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The dead letters of a zone. They are records of a separate type, which no index of items covers:
 * a zone that holds nothing but dead letters counts as empty, and its pointer is deleted.
 */
final class DeadLetters {
  private final ZoneAccess zone;
  private final ZoneOutcomes outcomes;
  private final ZoneEnqueue enqueue;
  private final Tombstones tombstones;

  DeadLetters(ZoneAccess zone, ZoneOutcomes outcomes, ZoneEnqueue enqueue, Tombstones tombstones) {
    this.zone = zone;
    this.outcomes = outcomes;
    this.enqueue = enqueue;
    this.tombstones = tombstones;
  }

  CompletableFuture<ZoneOutcome> setAside(
      String id, LeaseId lease, DeadLetterKind kind, String reason, Optional<Failure> failure) {
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(failure, "failure");
    return outcomes.withLease(id, lease, state -> setAside(state, kind, reason, failure));
  }

  private CompletableFuture<ZoneOutcome> setAside(
      ItemInZone state, DeadLetterKind kind, String reason, Optional<Failure> failure) {
    QueueItem item = state.item();
    return outcomes
        .history(item)
        .thenCombine(
            zone.bodyApart(item),
            (failures, apart) -> letter(item, apart, failures, kind, reason, failure))
        .thenCompose(letter -> zone.store().save(letter, SaveMode.UPSERT))
        .thenCompose(saved -> outcomes.remove(state));
  }

  private QueueDeadLetter letter(
      QueueItem item,
      Optional<ItemBody> apart,
      List<dev.tenure.queue.proto.FailedAttempt> failures,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure) {
    Instant now = zone.now();
    QueueItem.Builder state = ZoneAccess.released(item, now).clearBody();
    QueueDeadLetter.Builder letter =
        QueueDeadLetter.newBuilder()
            .setZone(item.getZone())
            .setId(item.getId())
            .setType(item.getType())
            .setKind(stored(kind))
            .setReason(QueueLimits.cutError(reason))
            .setAtMillis(now.toEpochMilli())
            .addAllFailures(
                failure.map(why -> Failures.append(failures, item, why, now)).orElse(failures))
            .setBody(
                item.hasBody()
                    ? item.getBody()
                    : apart.map(ItemRecords::stored).orElseThrow(() -> bodyLost(item)));
    if (failure.isPresent() && kind != DeadLetterKind.PARKED) {
      state.setErrorCount(item.getErrorCount() + 1).setAttemptCount(item.getAttemptCount() + 1);
    }
    return letter.setItem(state).build();
  }

  private static dev.tenure.queue.proto.DeadLetterKind stored(DeadLetterKind kind) {
    return switch (kind) {
      case FAILED -> dev.tenure.queue.proto.DeadLetterKind.FAILED;
      case PARKED -> dev.tenure.queue.proto.DeadLetterKind.PARKED;
    };
  }

  /**
   * Puts a dead letter back into the zone. The item runs at once or, in a group, joins the end of
   * the group. Its error count and history start anew.
   */
  CompletableFuture<ZoneOutcome> redrive(String id) {
    return zone.waker()
        .prepare()
        .thenCompose(ready -> zone.store().load(QueueSchema.DEAD_LETTER, zone.key(id)))
        .thenCompose(
            found ->
                found
                    .map(this::redrive)
                    .orElseGet(() -> CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE)));
  }

  private CompletableFuture<ZoneOutcome> redrive(StoredRecord stored) {
    QueueDeadLetter letter = (QueueDeadLetter) stored.message();
    Instant now = zone.now();
    QueueItem.Builder item =
        ZoneAccess.released(letter.getItem(), now).clearErrorCount().clearAttemptCount();
    zone.store().delete(stored);
    return enqueue
        .insert(item, body(letter))
        .thenApply(
            mayRun -> {
              if (mayRun) {
                zone.waker().wake(now, letter.getId());
              }
              return ZoneOutcome.DONE;
            });
  }

  CompletableFuture<Boolean> remove(String id) {
    return zone.store()
        .load(QueueSchema.DEAD_LETTER, zone.key(id))
        .thenCompose(
            found ->
                found.map(this::remove).orElseGet(() -> CompletableFuture.completedFuture(false)));
  }

  private CompletableFuture<Boolean> remove(StoredRecord stored) {
    zone.store().delete(stored);
    return tombstones.leave(((QueueDeadLetter) stored.message()).getItem()).thenApply(left -> true);
  }

  CompletableFuture<Optional<DeadLetter>> find(String id, Isolation isolation) {
    return zone.store()
        .load(QueueSchema.DEAD_LETTER, zone.key(id), isolation)
        .thenApply(found -> found.map(stored -> deadLetter((QueueDeadLetter) stored.message())));
  }

  RecordCursor<DeadLetter> scan(Continuation from, ScanOptions options) {
    TupleRange all = TupleRange.prefix(Tuple.from(zone.zone()));
    return zone.store()
        .scan(QueueSchema.DEAD_LETTER, all, from, options)
        .map(stored -> deadLetter((QueueDeadLetter) stored.message()));
  }

  static CompletableFuture<Long> count(RecordStore store, Optional<String> zone) {
    return store
        .scanCounts(
            QueueSchema.DEAD_COUNT_INDEX,
            zone.map(name -> TupleRange.prefix(Tuple.from(name))).orElse(TupleRange.all()),
            Continuation.START,
            ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT))
        .asList()
        .thenApply(rows -> rows.stream().mapToLong(row -> row.value().getLong(0)).sum());
  }

  private static QueueException bodyLost(QueueItem item) {
    return new QueueException(
        QueueException.Code.CORRUPT,
        ItemRecords.describe(item.getZone(), item.getId())
            + " has no body, neither in its record nor in a separate one");
  }

  private static ItemBody body(QueueDeadLetter letter) {
    return ItemRecords.body(
        letter.getBody(), "dead " + ItemRecords.describe(letter.getZone(), letter.getId()));
  }

  static DeadLetter deadLetter(QueueDeadLetter letter) {
    return new DeadLetter(
        ItemRecords.workItem(letter.getItem(), Optional.of(body(letter))),
        letter.getKind() == dev.tenure.queue.proto.DeadLetterKind.PARKED
            ? DeadLetterKind.PARKED
            : DeadLetterKind.FAILED,
        letter.getReason(),
        Instant.ofEpochMilli(letter.getAtMillis()),
        letter.getFailuresList().stream().map(FailedAttempt::of).toList());
  }
}
