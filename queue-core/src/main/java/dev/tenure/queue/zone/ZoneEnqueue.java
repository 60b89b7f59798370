package dev.tenure.queue.zone;

import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.SaveMode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Enqueues items. An item with a drawn id is written without any read in the zone. */
final class ZoneEnqueue {
  /** A body of at most this many stored bytes is part of the item's record. */
  static final int INLINE_BODY_BYTES_MAX = 256;

  private static final int DRAWN_ID_BYTES = 10;

  private final ZoneAccess zone;
  private final StoredSettings settings;
  private final Tombstones tombstones;
  private final ZoneGroups groups;

  /** The key by which the enqueues of a zone in one transaction take turns. */
  private record Arrivals(ByteBuffer store, String zone) {}

  ZoneEnqueue(ZoneAccess zone, StoredSettings settings, Tombstones tombstones, ZoneGroups groups) {
    this.zone = zone;
    this.settings = settings;
    this.tombstones = tombstones;
    this.groups = groups;
  }

  CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    return arriving(
        List.of(item),
        () -> zone.waker().prepare().thenCompose(ready -> add(item, dedupFor(List.of(item)))));
  }

  CompletableFuture<List<EnqueueResult>> enqueueAll(List<NewItem> items) {
    List<NewItem> batch = List.copyOf(items);
    checkBatch(batch);
    return arriving(batch, () -> addAll(batch));
  }

  /**
   * Runs enqueues that depend on one another in the order of their calls: those with a group, which
   * keeps that order, and those with a given id, of which a second must find the first.
   */
  private <T> CompletableFuture<T> arriving(
      List<NewItem> items, Supplier<CompletableFuture<T>> work) {
    boolean inOrder =
        items.stream().anyMatch(item -> item.id().isPresent() || item.group().isPresent());
    return inOrder
        ? zone.context()
            .inTurn(
                new Arrivals(ByteBuffer.wrap(zone.store().subspace().pack()), zone.zone()), work)
        : zone.context().whole(work);
  }

  private CompletableFuture<List<EnqueueResult>> addAll(List<NewItem> batch) {
    List<EnqueueResult> results = new ArrayList<>(batch.size());
    CompletableFuture<Void> chain =
        batch.isEmpty() ? CompletableFuture.completedFuture(null) : zone.waker().prepare();
    CompletableFuture<Duration> dedupFor = dedupFor(batch);
    for (NewItem item : batch) {
      chain = chain.thenCompose(ready -> add(item, dedupFor)).thenAccept(results::add);
    }
    return chain.thenApply(done -> List.copyOf(results));
  }

  private void checkBatch(List<NewItem> batch) {
    QueueLimits.checkBetween("items in one batch", batch.size(), 0, QueueLimits.BATCH_ITEMS_MAX);
    int keyBytes = zone.keyBytes();
    int bytes = 0;
    for (int i = 0; i < batch.size(); i++) {
      int size = batch.get(i).transactionBytes(keyBytes);
      bytes += size;
      if (bytes > QueueLimits.BATCH_BYTES_MAX) {
        throw new IllegalArgumentException(
            "bodies and keys of one batch are "
                + bytes
                + " bytes with item "
                + i
                + " of "
                + size
                + ", the limit is "
                + QueueLimits.BATCH_BYTES_MAX);
      }
    }
  }

  /** The time for which the zone remembers given ids; read only when an item has a given id. */
  private CompletableFuture<Duration> dedupFor(List<NewItem> items) {
    return items.stream().allMatch(item -> item.id().isEmpty())
        ? CompletableFuture.completedFuture(Duration.ZERO)
        : settings.load(Isolation.SNAPSHOT).thenApply(ZoneSettings::dedupFor);
  }

  private CompletableFuture<EnqueueResult> add(NewItem item, CompletableFuture<Duration> dedupFor) {
    if (item.id().isEmpty()) {
      return insert(item, drawId(), Duration.ZERO);
    }
    String id = item.id().get();
    CompletableFuture<Boolean> exists =
        zone.exists(id)
            .thenCombine(
                zone.store().load(QueueSchema.DEAD_LETTER, zone.key(id)),
                (state, dead) -> state || dead.isPresent())
            .thenCombine(groups.isFollower(id), (found, follows) -> found || follows);
    return dedupFor.thenCompose(
        remembered ->
            exists.thenCompose(
                found ->
                    found
                        ? refused(id, EnqueueResult.Status.EXISTING)
                        : addAbsent(item, id, remembered)));
  }

  private CompletableFuture<EnqueueResult> addAbsent(NewItem item, String id, Duration dedupFor) {
    if (dedupFor.isZero()) {
      return insert(item, id, dedupFor);
    }
    return tombstones
        .remembers(id)
        .thenCompose(
            done ->
                done ? refused(id, EnqueueResult.Status.ALREADY_DONE) : insert(item, id, dedupFor));
  }

  private static CompletableFuture<EnqueueResult> refused(String id, EnqueueResult.Status why) {
    return CompletableFuture.completedFuture(new EnqueueResult(id, why));
  }

  private CompletableFuture<EnqueueResult> insert(NewItem item, String id, Duration dedupFor) {
    Instant now = zone.now();
    Instant vesting = now.plus(item.delay());
    QueueItem.Builder state =
        QueueItem.newBuilder()
            .setZone(zone.zone())
            .setId(id)
            .setType(item.type())
            .setSchemaVersion(item.schemaVersion())
            .setPriority(item.priority())
            .setVestingMillis(vesting.toEpochMilli())
            .setEnqueuedMillis(now.toEpochMilli())
            .setGroup(item.group().orElse(""))
            .setDedupMillis(dedupFor.toMillis());
    return insert(state, item.body())
        .thenApply(
            mayRun -> {
              if (mayRun) {
                zone.waker().wake(vesting, id);
              }
              return new EnqueueResult(id, EnqueueResult.Status.NEW);
            });
  }

  /**
   * Writes a new item's state, and its body into the same or a separate record.
   *
   * @return false when the item waits behind the head of its group
   */
  CompletableFuture<Boolean> insert(QueueItem.Builder state, ItemBody body) {
    dev.tenure.queue.proto.ItemBody stored = ItemRecords.stored(body);
    int bytes = stored.getSerializedSize();
    state.setBodySize(bytes);
    if (bytes <= INLINE_BODY_BYTES_MAX) {
      return save(state.setBody(stored).build());
    }
    QueueBody apart =
        QueueBody.newBuilder()
            .setZone(state.getZone())
            .setId(state.getId())
            .setBody(stored)
            .build();
    return zone.store()
        .save(apart, SaveMode.ASSUME_NEW)
        .thenCompose(saved -> save(state.clearBody().build()));
  }

  private CompletableFuture<Boolean> save(QueueItem item) {
    return item.getGroup().isEmpty()
        ? zone.store().save(item, SaveMode.ASSUME_NEW).thenApply(saved -> true)
        : groups.append(item);
  }

  private String drawId() {
    byte[] bytes = new byte[DRAWN_ID_BYTES];
    zone.context().random().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
