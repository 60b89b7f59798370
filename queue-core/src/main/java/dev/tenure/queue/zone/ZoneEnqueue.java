package dev.tenure.queue.zone;

import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.SaveMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Adds items. An item with a drawn id is written without reading anything of the zone. */
final class ZoneEnqueue {
  /** A body of at most this many stored bytes lies in the item's own record. */
  static final int INLINE_BODY_BYTES_MAX = 256;

  private static final int DRAWN_ID_BYTES = 10;

  private final ZoneAccess zone;
  private final ZoneGroups groups;

  ZoneEnqueue(ZoneAccess zone, ZoneGroups groups) {
    this.zone = zone;
    this.groups = groups;
  }

  CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    return zone.waker().prepare().thenCompose(ready -> add(item));
  }

  CompletableFuture<List<EnqueueResult>> enqueueAll(List<NewItem> items) {
    QueueLimits.checkBetween("items in one batch", items.size(), 0, QueueLimits.BATCH_ITEMS_MAX);
    List<NewItem> batch = List.copyOf(items);
    List<EnqueueResult> results = new ArrayList<>(batch.size());
    CompletableFuture<Void> chain =
        batch.isEmpty() ? CompletableFuture.completedFuture(null) : zone.waker().prepare();
    for (NewItem item : batch) {
      chain = chain.thenCompose(ready -> add(item)).thenAccept(results::add);
    }
    return chain.thenApply(done -> List.copyOf(results));
  }

  private CompletableFuture<EnqueueResult> add(NewItem item) {
    if (item.id().isEmpty()) {
      return insert(item, drawId());
    }
    String id = item.id().get();
    return zone.state(id)
        .thenCombine(
            zone.store().load(QueueSchema.DEAD_LETTER, zone.key(id)),
            (state, dead) -> state.isPresent() || dead.isPresent())
        .thenCombine(groups.isFollower(id), (exists, follows) -> exists || follows)
        .thenCompose(
            exists ->
                exists
                    ? CompletableFuture.completedFuture(new EnqueueResult(id, true))
                    : insert(item, id));
  }

  private CompletableFuture<EnqueueResult> insert(NewItem item, String id) {
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
            .setGroup(item.group().orElse(""));
    return insert(state, item.body())
        .thenApply(
            mayRun -> {
              if (mayRun) {
                zone.waker().wake(vesting, id);
              }
              return new EnqueueResult(id, false);
            });
  }

  /**
   * Writes a new item's state and its body, inside it or apart.
   *
   * @return whether it may run; it does not when it waits behind others of its group
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
