package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Ordered groups. The head of a group is an ordinary item. Its followers are records without a
 * vesting entry; a version index keeps them in the order of their commits. The transaction that
 * ends the head makes the first follower the new head.
 *
 * <h2>Conflicts</h2>
 *
 * <ul>
 *   <li>An append reads only whether the group exists, which changes when the group begins and
 *       ends. Appends therefore conflict neither with one another nor with leases and promotions.
 *   <li>A promotion reads the order up to the first follower; concurrent appends come after it.
 *   <li>A promotion that finds no follower has read the whole order. An append that commits before
 *       it makes it fail; an append that commits after it conflicts, since the group has ended.
 * </ul>
 *
 * <h2>One transaction</h2>
 *
 * The versions of a transaction's own appends are known only after its commit. They come after all
 * stored followers, in the order of the calls. Within the transaction, appends and promotions of
 * one group run one after the other.
 */
final class ZoneGroups {
  private final ZoneAccess zone;
  private final Tombstones tombstones;

  ZoneGroups(ZoneAccess zone, Tombstones tombstones) {
    this.zone = zone;
    this.tombstones = tombstones;
  }

  /** The key of a group among all stores and zones of a transaction. */
  private record Place(ByteBuffer store, String zone, String group) {}

  /** The followers that this transaction has appended to a group, in order. */
  private static final class Appended {
    private final Deque<String> ids = new ArrayDeque<>();
  }

  /**
   * Adds an item whose body is already stored. In an empty group it becomes the head.
   *
   * @return whether it is the head
   */
  CompletableFuture<Boolean> append(QueueItem item) {
    return inTurn(
        item.getGroup(),
        () ->
            zone.store()
                .exists(QueueSchema.GROUP, groupKey(item.getGroup()), Isolation.SERIALIZABLE)
                .thenCompose(begun -> begun ? follow(item) : begin(item)));
  }

  private CompletableFuture<Boolean> begin(QueueItem item) {
    QueueGroup group =
        QueueGroup.newBuilder().setZone(zone.zone()).setGroup(item.getGroup()).build();
    return zone.store()
        .save(group, SaveMode.ASSUME_NEW)
        .thenCompose(saved -> lead(item))
        .thenApply(saved -> true);
  }

  private CompletableFuture<Boolean> follow(QueueItem item) {
    QueueFollower follower =
        QueueFollower.newBuilder()
            .setZone(zone.zone())
            .setId(item.getId())
            .setGroup(item.getGroup())
            .setItem(item.toBuilder().clearZone().clearId().clearGroup())
            .build();
    appended(item.getGroup()).add(item.getId());
    return zone.store().save(follower, SaveMode.ASSUME_NEW).thenApply(saved -> false);
  }

  /** Writes the item as head of its group. */
  private CompletableFuture<Void> lead(QueueItem item) {
    QueueGroupHead head =
        QueueGroupHead.newBuilder()
            .setZone(zone.zone())
            .setGroup(item.getGroup())
            .setId(item.getId())
            .build();
    return zone.store()
        .save(head, SaveMode.UPSERT)
        .thenCompose(saved -> zone.store().save(item, SaveMode.ASSUME_NEW))
        .thenApply(saved -> null);
  }

  /** Called when a head ends: makes the first follower the head, or ends the group. */
  CompletableFuture<Void> promote(String group) {
    return zone.waker()
        .prepare()
        .thenCompose(
            ready ->
                inTurn(
                    group,
                    () ->
                        first(group)
                            .thenCompose(
                                first ->
                                    first
                                        .map(this::promote)
                                        .orElseGet(() -> promoteAppended(group)))));
  }

  /**
   * The first stored follower. Without one, an append that commits before this transaction makes it
   * fail.
   */
  private CompletableFuture<Optional<StoredRecord>> first(String group) {
    ScanOptions one = ScanOptions.defaults().withIsolation(Isolation.SERIALIZABLE).withRowsMax(1);
    return zone.store()
        .scanIndex(
            QueueSchema.GROUP_ORDER_INDEX,
            TupleRange.prefix(groupKey(group)),
            Continuation.START,
            one)
        .asList()
        .thenCompose(this::load);
  }

  private CompletableFuture<Optional<StoredRecord>> load(List<IndexEntry> entries) {
    if (entries.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    IndexEntry entry = entries.get(0);
    return zone.store()
        .load(entry, Isolation.SERIALIZABLE)
        .thenApply(found -> Optional.of(found.orElseThrow(() -> lost(entry))));
  }

  private static QueueException lost(IndexEntry entry) {
    return new QueueException(
        QueueException.Code.CORRUPT, entry + " belongs to a follower that does not exist");
  }

  /** Promotes the first follower that this transaction has appended, or ends the group. */
  private CompletableFuture<Void> promoteAppended(String group) {
    String id = appended(group).poll();
    if (id == null) {
      return zone.store()
          .delete(QueueSchema.GROUP, groupKey(group))
          .thenCompose(done -> zone.store().delete(QueueSchema.GROUP_HEAD, groupKey(group)))
          .thenApply(done -> null);
    }
    return record(id, Isolation.SERIALIZABLE)
        .thenCompose(found -> found.map(this::promote).orElseGet(() -> promoteAppended(group)));
  }

  private CompletableFuture<Void> promote(StoredRecord follower) {
    QueueItem item = item((QueueFollower) follower.message());
    delete(follower);
    Instant vesting = later(Instant.ofEpochMilli(item.getVestingMillis()), zone.now());
    return lead(item.toBuilder().setVestingMillis(vesting.toEpochMilli()).build())
        .thenAccept(done -> zone.waker().wake(vesting, item.getId()));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Whether the item is a follower; read serializably. */
  CompletableFuture<Boolean> isFollower(String id) {
    return zone.store().exists(QueueSchema.FOLLOWER, zone.key(id), Isolation.SERIALIZABLE);
  }

  /** The outcome for an id without an item: the given one for a follower, otherwise ITEM_GONE. */
  CompletableFuture<ZoneOutcome> ifFollower(String id, ZoneOutcome outcome) {
    return isFollower(id).thenApply(follows -> follows ? outcome : ZoneOutcome.ITEM_GONE);
  }

  /** The follower, in the form of the item that it becomes as head. */
  CompletableFuture<Optional<QueueItem>> follower(String id, Isolation isolation) {
    return record(id, isolation)
        .thenApply(found -> found.map(stored -> item((QueueFollower) stored.message())));
  }

  /** The id of the group's head, by snapshot. */
  CompletableFuture<Optional<String>> headOf(String group) {
    return zone.store()
        .load(QueueSchema.GROUP_HEAD, groupKey(group), Isolation.SNAPSHOT)
        .thenApply(found -> found.map(head -> ((QueueGroupHead) head.message()).getId()));
  }

  /** Removes a follower. */
  CompletableFuture<ZoneOutcome> removeFollower(String id) {
    return record(id, Isolation.SERIALIZABLE)
        .thenCompose(
            found ->
                found
                    .map(this::remove)
                    .orElseGet(() -> CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE)));
  }

  private CompletableFuture<ZoneOutcome> remove(StoredRecord follower) {
    QueueFollower message = (QueueFollower) follower.message();
    delete(follower);
    CompletableFuture<?> body =
        message.getItem().hasBody()
            ? CompletableFuture.completedFuture(null)
            : zone.store().delete(QueueSchema.BODY, zone.key(message.getId()));
    return body.thenCompose(deleted -> tombstones.leave(item(message)))
        .thenApply(left -> ZoneOutcome.DONE);
  }

  /** Removes up to {@code max} followers, in the order of their ids. Returns their number. */
  CompletableFuture<Integer> purge(int max) {
    return zone.store()
        .scan(
            QueueSchema.FOLLOWER,
            TupleRange.prefix(Tuple.from(zone.zone())),
            Continuation.START,
            ScanOptions.defaults().withRowsMax(max))
        .asList()
        .thenCompose(
            followers -> {
              CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
              for (StoredRecord follower : followers) {
                chain = chain.thenCompose(done -> remove(follower)).thenApply(done -> null);
              }
              return chain.thenApply(done -> followers.size());
            });
  }

  private void delete(StoredRecord follower) {
    QueueFollower message = (QueueFollower) follower.message();
    zone.store().delete(follower);
    appended(message.getGroup()).remove(message.getId());
  }

  private CompletableFuture<Optional<StoredRecord>> record(String id, Isolation isolation) {
    return zone.store().load(QueueSchema.FOLLOWER, zone.key(id), isolation);
  }

  static QueueItem item(QueueFollower follower) {
    return follower.getItem().toBuilder()
        .setZone(follower.getZone())
        .setId(follower.getId())
        .setGroup(follower.getGroup())
        .build();
  }

  private Deque<String> appended(String group) {
    return zone.context().attachment(place(group), Appended::new).ids;
  }

  private <T> CompletableFuture<T> inTurn(String group, Supplier<CompletableFuture<T>> operation) {
    return zone.context().inTurn(place(group), operation);
  }

  private Place place(String group) {
    return new Place(ByteBuffer.wrap(zone.store().subspace().pack()), zone.zone(), group);
  }

  private Tuple groupKey(String group) {
    return Tuple.from(zone.zone(), group);
  }
}
