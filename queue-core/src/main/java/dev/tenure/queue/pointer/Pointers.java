package dev.tenure.queue.pointer;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Records of pointers: items of type {@value #TYPE}, priority 0, in the zone of their shard. */
final class Pointers {
  static final String TYPE = "tenure.pointer";

  static final String RECORD = "QueueItem";

  private Pointers() {}

  /** The zone in ClusterDB that is the top-level queue of a shard. */
  static String shardZone(int shard) {
    return "shard-" + shard;
  }

  static String id(PointerRef ref) {
    return new PointerId(ref.applicationId(), ref.tenant().user(), ref.zone()).text();
  }

  /** Reads a pointer serializably, so that two visits conflict. */
  static CompletableFuture<Optional<StoredRecord>> load(RecordStore clusterStore, PointerRef ref) {
    return clusterStore.load(RECORD, Tuple.from(shardZone(ref.shard()), id(ref)));
  }

  static CompletableFuture<Optional<StoredRecord>> loadBySnapshot(
      RecordStore clusterStore, PointerRef ref) {
    return clusterStore.load(
        RECORD, Tuple.from(shardZone(ref.shard()), id(ref)), Isolation.SNAPSHOT);
  }

  static PointerState state(PointerRef ref, StoredRecord stored, boolean asleep) {
    QueueItem pointer = message(stored);
    return new PointerState(
        ref,
        vesting(pointer),
        Instant.ofEpochMilli(pointer.getLastActiveMillis()),
        asleep,
        pointer.getFailedVisits());
  }

  static QueueItem message(StoredRecord pointer) {
    return (QueueItem) pointer.message();
  }

  static Instant vesting(QueueItem pointer) {
    return Instant.ofEpochMilli(pointer.getVestingMillis());
  }

  /** Writes a new pointer. The caller knows from E that there is none. */
  static CompletableFuture<StoredRecord> create(
      RecordStore clusterStore, PointerRef ref, Instant vesting) {
    RecordContext context = clusterStore.context();
    long nowMillis = context.now().toEpochMilli();
    QueueItem pointer =
        QueueItem.newBuilder()
            .setZone(shardZone(ref.shard()))
            .setId(id(ref))
            .setType(TYPE)
            .setVestingMillis(vesting.toEpochMilli())
            .setEnqueuedMillis(nowMillis)
            .setLastActiveMillis(nowMillis)
            .build();
    return clusterStore.save(pointer, SaveMode.ASSUME_NEW);
  }
}
