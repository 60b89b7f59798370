package dev.tenure.queue.cluster;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.LocalItem.State;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.EnqueueResult.Status;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The local items of a cluster in one transaction. An item with a given id leaves a mark beside the
 * queue (bytes in docs/formats/queue.md). The mark is written with the item. It stays after the
 * item has ended, so that a repeated enqueue of the id has no effect. All items with given ids lie
 * in one shard, regardless of the cluster's number of shards.
 */
final class LocalItems {
  /** The time for which the mark of an id is kept, measured by the cluster's versions. */
  static final Duration REMEMBERED = Duration.ofDays(30);

  private static final int SHARD = 0;
  private static final int FORGOTTEN_AT_ONCE = 10;
  private static final byte FORMAT = 1;
  private static final byte ENQUEUED = 0;
  private static final byte DONE = 1;

  private final QueueCluster cluster;
  private final RecordContext context;
  private final Subspace marks;
  private final Subspace ages;

  LocalItems(QueueCluster cluster, RecordContext context) {
    this.cluster = cluster;
    this.context = context;
    this.marks = cluster.keys().localMarks().get(0L);
    this.ages = cluster.keys().localMarks().get(1L);
  }

  private CompletableFuture<QueueZone> zone() {
    return cluster
        .space()
        .openClusterStore(context)
        .thenApply(store -> cluster.space().shardZone(store, SHARD));
  }

  CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    return item.id().isEmpty()
        ? zone().thenCompose(zone -> zone.enqueue(item))
        : mark(item.id().get(), false)
            .thenCompose(
                mark ->
                    mark.isPresent()
                        ? CompletableFuture.completedFuture(existing(item.id().get(), mark.get()))
                        : enqueueMarked(item, item.id().get()));
  }

  private static EnqueueResult existing(String id, byte mark) {
    return new EnqueueResult(id, mark == DONE ? Status.ALREADY_DONE : Status.EXISTING);
  }

  private CompletableFuture<EnqueueResult> enqueueMarked(NewItem item, String id) {
    return context
        .readVersion()
        .thenCompose(
            version ->
                forget(version)
                    .thenCompose(forgotten -> zone())
                    .thenCompose(zone -> zone.enqueue(item))
                    .thenApply(
                        result -> {
                          write(id, ENQUEUED);
                          context.set(ages.pack(Tuple.from(version, id)), new byte[] {FORMAT});
                          return result;
                        }));
  }

  /** Deletes a few marks that are older than {@link #REMEMBERED}. */
  private CompletableFuture<Void> forget(long version) {
    long oldest = version - Clocks.versionsIn(REMEMBERED.toMillis());
    return context
        .reader(true)
        .getRange(ages.range().begin, ages.pack(Tuple.from(oldest)), FORGOTTEN_AT_ONCE)
        .asList()
        .thenAccept(rows -> rows.forEach(this::forget));
  }

  private void forget(KeyValue age) {
    context.clear(age.getKey());
    context.clear(marks.pack(Tuple.from(ages.unpack(age.getKey()).getString(1))));
  }

  CompletableFuture<Void> done(String id) {
    return mark(id, false).thenAccept(mark -> mark.ifPresent(found -> write(id, DONE)));
  }

  CompletableFuture<LocalItem> look(String id) {
    CompletableFuture<Optional<Byte>> mark = mark(id, true);
    return zone()
        .thenCompose(
            zone ->
                zone.findBySnapshot(id)
                    .thenCompose(
                        item -> item.isPresent() ? live(zone, item.get()) : dead(zone, id)))
        .thenCombine(
            mark,
            (found, known) ->
                found.orElseGet(
                    () -> LocalItem.of(known.map(LocalItems::ended).orElse(State.ABSENT))));
  }

  private CompletableFuture<Optional<LocalItem>> live(QueueZone zone, WorkItem item) {
    State state = item.leasedAt(context.now()) ? State.RUNNING : State.WAITING;
    return zone.failures(item.id())
        .thenApply(
            failures ->
                Optional.of(
                    new LocalItem(
                        state,
                        failures.stream().reduce((one, next) -> next).map(FailedAttempt::error))));
  }

  private static CompletableFuture<Optional<LocalItem>> dead(QueueZone zone, String id) {
    return zone.findDeadLetterBySnapshot(id)
        .thenApply(
            found ->
                found.map(
                    letter -> new LocalItem(State.DEAD_LETTER, Optional.of(letter.reason()))));
  }

  private static State ended(byte mark) {
    return mark == DONE ? State.DONE : State.GONE;
  }

  private CompletableFuture<Optional<Byte>> mark(String id, boolean snapshot) {
    byte[] key = marks.pack(Tuple.from(id));
    return context
        .get(key, snapshot)
        .thenApply(value -> Optional.ofNullable(value).map(LocalItems::decode));
  }

  private static byte decode(byte[] value) {
    if (value.length != 2 || value[0] != FORMAT || value[1] < ENQUEUED || value[1] > DONE) {
      throw new QueueException(
          QueueException.Code.FORMAT_UNKNOWN,
          "the mark of a local item is "
              + HexFormat.of().formatHex(value)
              + ", expected 0100 or 0101");
    }
    return value[1];
  }

  private void write(String id, byte state) {
    context.set(marks.pack(Tuple.from(id)), new byte[] {FORMAT, state});
  }
}
