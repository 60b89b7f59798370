package dev.tenure.queue.rebalance;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.proto.StoredMovePlan;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The rows of plans, beside the requests of moves. */
final class PlanRows {
  private static final long PLANS = 2;
  private static final int PLANS_MAX = 1_000;
  private static final RunOptions RUN =
      RunOptions.defaults().withName("move-plans").withIdempotent(true);

  private final QueueCluster home;
  private final Subspace space;

  PlanRows(QueueCluster home) {
    this.home = home;
    this.space = new ClusterKeys(home.options().root()).moveRequests().get(PLANS);
  }

  CompletableFuture<Void> put(MovePlan plan) {
    byte[] value =
        StoredMovePlan.newBuilder()
            .setGoal(plan.goal())
            .setBy(plan.by())
            .setReason(plan.reason())
            .setBegunMillis(plan.begun().toEpochMilli())
            .setMoves(plan.moves())
            .setUndoes(plan.undoes().orElse(""))
            .build()
            .toByteArray();
    return home.database()
        .run(
            RUN,
            context -> {
              context.set(key(plan.id()), value);
              return CompletableFuture.completedFuture(null);
            });
  }

  private byte[] key(String id) {
    return space.pack(Tuple.from(id));
  }

  CompletableFuture<Optional<MovePlan>> find(String id) {
    return home.read(context -> context.reader(true).get(key(id)))
        .thenApply(value -> Optional.ofNullable(value).map(found -> parse(id, found)));
  }

  CompletableFuture<List<MovePlan>> list() {
    return home.read(context -> context.reader(true).getRange(space.range(), PLANS_MAX).asList())
        .thenApply(rows -> rows.stream().map(this::parse).toList());
  }

  CompletableFuture<Void> forget(String id) {
    return home.database()
        .run(
            RUN,
            context -> {
              context.clear(key(id));
              return CompletableFuture.completedFuture(null);
            });
  }

  private MovePlan parse(KeyValue row) {
    return parse(space.unpack(row.getKey()).getString(0), row.getValue());
  }

  private static MovePlan parse(String id, byte[] value) {
    try {
      StoredMovePlan stored = StoredMovePlan.parseFrom(value);
      return new MovePlan(
          id,
          stored.getGoal(),
          stored.getBy(),
          stored.getReason(),
          Instant.ofEpochMilli(stored.getBegunMillis()),
          stored.getMoves(),
          stored.getUndoes().isEmpty() ? Optional.empty() : Optional.of(stored.getUndoes()));
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          Code.CORRUPT, "the plan " + id + " cannot be read: " + e.getMessage(), e);
    }
  }
}
