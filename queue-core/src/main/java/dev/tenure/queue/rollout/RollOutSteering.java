package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredRollOut.Phase;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** Changes the rows of an application's roll-out, in one transaction on each cluster. */
record RollOutSteering(List<QueueCluster> clusters, String application) {
  private static final RunOptions RUN =
      RunOptions.defaults().withName("steer-roll-out").withIdempotent(true);

  CompletableFuture<SortedMap<String, String>> pause() {
    return all(row -> isUnderWay(row) ? row.toBuilder().setPaused(true).build() : row);
  }

  CompletableFuture<SortedMap<String, String>> cancel() {
    return all(
        row ->
            isUnderWay(row)
                ? row.toBuilder().setPhase(Phase.CANCELLED).setPaused(false).build()
                : row);
  }

  CompletableFuture<SortedMap<String, String>> resume(RollOutOptions options) {
    return all(row -> row.getPhase() == Phase.DONE ? row : resumed(row, options));
  }

  /** The walk begins again, since only a walk begins a build again that has died. */
  CompletableFuture<SortedMap<String, String>> retry() {
    return all(
        row ->
            row.getPhase() == Phase.CANCELLED
                ? row
                : walkAgain(row).setPaused(row.getPaused()).build());
  }

  private static StoredRollOut.Builder walkAgain(StoredRollOut row) {
    return RollOutRows.nextRun(row).setPhase(Phase.WALKING).clearVisited();
  }

  private static boolean isUnderWay(StoredRollOut row) {
    return RollOutPhase.of(row.getPhase()).isUnderWay();
  }

  /** A walk that was cancelled begins again: the indexes that were to be built are disabled. */
  private static StoredRollOut resumed(StoredRollOut row, RollOutOptions options) {
    StoredRollOut.Builder next =
        RollOutRows.nextRun(row)
            .setTenantsPerSecond(options.tenantsPerSecond())
            .setRecordsPerSecond(options.recordsPerSecond());
    return switch (RollOutPhase.of(row.getPhase())) {
      case WALKING -> next.setAfter(row.getAfter()).build();
      case BUILDING, DONE -> next.build();
      case CANCELLED -> next.setPhase(Phase.WALKING).clearVisited().build();
    };
  }

  private CompletableFuture<SortedMap<String, String>> all(UnaryOperator<StoredRollOut> change) {
    SortedMap<String, String> missing = new ConcurrentSkipListMap<>();
    AtomicBoolean known = new AtomicBoolean();
    return AsyncLoop.all(
            clusters.stream()
                .map(
                    cluster ->
                        AsyncLoop.begin(() -> on(cluster, change))
                            .<Void>handle(
                                (found, error) -> {
                                  if (error != null) {
                                    missing.put(cluster.name(), SchemaRollOuts.told(error));
                                  } else if (found) {
                                    known.set(true);
                                  }
                                  return null;
                                }))
                .toList())
        .thenApply(
            done -> {
              if (missing.isEmpty() && !known.get()) {
                throw new QueueException(
                    QueueException.Code.SCHEMA_NOT_FOUND,
                    "no schema of application " + application + " is stored");
              }
              return new TreeMap<>(missing);
            });
  }

  /** Gives whether the cluster has a row of the application. */
  private CompletableFuture<Boolean> on(QueueCluster cluster, UnaryOperator<StoredRollOut> change) {
    RollOutRows rows = SchemaRollOuts.rows(cluster);
    return cluster
        .database()
        .run(
            RUN,
            context ->
                rows.find(context, application, false)
                    .thenCompose(
                        row ->
                            row.isEmpty()
                                ? CompletableFuture.completedFuture(false)
                                : write(cluster, context, row.get(), change.apply(row.get()))
                                    .thenApply(written -> true)));
  }

  /** A new run has a new item; the item of the earlier run ends when it reads the row. */
  private CompletableFuture<Void> write(
      QueueCluster cluster, RecordContext context, StoredRollOut before, StoredRollOut after) {
    if (!after.equals(before)) {
      SchemaRollOuts.rows(cluster).write(context, application, after);
    }
    return after.getRun() == before.getRun()
        ? CompletableFuture.completedFuture(null)
        : cluster
            .begin(context)
            .enqueueLocal(RollOutRows.item(application, after))
            .thenAccept(enqueued -> {});
  }
}
