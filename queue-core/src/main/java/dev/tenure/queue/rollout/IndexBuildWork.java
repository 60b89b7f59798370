package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredRollOut.Phase;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.queue.schema.SchemaMarks;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.Pace;
import dev.tenure.record.build.BuildPolicy;
import dev.tenure.record.build.BuildPolicy.Existing;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One attempt of the item that builds what cannot be read in a tenant's store. */
public final class IndexBuildWork {
  private static final Duration ATTEMPT = Duration.ofSeconds(10);
  private static final Duration WHILE_PAUSED = Duration.ofSeconds(10);
  private static final Duration WHILE_CLOSED = Duration.ofSeconds(1);
  private static final BuildPolicy POLICY =
      new BuildPolicy(Existing.CONTINUE, Existing.RESTART, Existing.CONTINUE);

  private final QueueCluster cluster;
  private final TenantId tenant;
  private final RollOutRows rows;

  public IndexBuildWork(QueueCluster cluster, TenantId tenant) {
    this.cluster = cluster;
    this.tenant = tenant;
    this.rows = new RollOutRows(cluster.schemas().keys());
  }

  /** The store and what is to be built in it next. */
  private record Plan(StoreOptions store, Optional<BuildPlan> next) {}

  /**
   * Builds for about ten seconds.
   *
   * @return when the item has to run again; empty when {@link #end} can end it
   */
  public CompletableFuture<Optional<Duration>> run() {
    return cluster
        .read(context -> row(context))
        .thenCompose(
            row ->
                isCancelled(row)
                    ? disable().thenApply(done -> Optional.<Duration>empty())
                    : row.getPaused()
                        ? CompletableFuture.completedFuture(Optional.of(WHILE_PAUSED))
                        : build(row))
        .exceptionally(IndexBuildWork::whileClosed);
  }

  private CompletableFuture<StoredRollOut> row(RecordContext context) {
    return rows.find(context, tenant.application(), true)
        .thenApply(found -> found.orElse(StoredRollOut.getDefaultInstance()));
  }

  private static boolean isCancelled(StoredRollOut row) {
    return row.getPhase() == Phase.CANCELLED;
  }

  private CompletableFuture<Optional<Duration>> build(StoredRollOut row) {
    return cluster
        .read(this::plan)
        .thenCompose(
            plan ->
                plan.next().isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : indexer(plan.store(), plan.next().get(), row)
                        .run()
                        .thenApply(built -> Optional.of(Duration.ZERO)));
  }

  private static Optional<Duration> whileClosed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    if ((plain instanceof QueueException queue && queue.code() == QueueException.Code.TENANT_MOVING)
        || (plain instanceof RecordLayerException record && record.code() == Code.STORE_LOCKED)) {
      return Optional.of(WHILE_CLOSED);
    }
    throw SchemaRollOuts.failed(error);
  }

  private OnlineIndexer indexer(StoreOptions store, BuildPlan plan, StoredRollOut row) {
    OnlineIndexer.Builder builder =
        OnlineIndexer.builder(cluster.database(), store)
            .policy(POLICY)
            .pace(Pace.perSecond(row.getRecordsPerSecond()))
            .timeMax(ATTEMPT)
            .name("roll-out of a schema");
    plan.indexes().forEach(builder::index);
    plan.source().ifPresent(builder::fromIndex);
    return builder.build();
  }

  private CompletableFuture<Plan> plan(RecordContext context) {
    return cluster
        .begin(context, tenant)
        .thenCompose(
            transaction ->
                plan(transaction.store())
                    .thenCombine(
                        cluster.storeOptions(context, tenant),
                        (next, options) -> new Plan(options, next)));
  }

  /** A build that was begun continues by its plan; everything else is built in one scan. */
  private static CompletableFuture<Optional<BuildPlan>> plan(RecordStore store) {
    List<String> unfinished = TenantSettling.unfinished(store);
    List<BuildPlan> begun = new ArrayList<>();
    return AsyncLoop.forEach(
            unfinished,
            index ->
                store
                    .builds()
                    .status(index, Isolation.SNAPSHOT)
                    .thenAccept(
                        status ->
                            status
                                .plan()
                                .filter(plan -> isPossible(store, plan))
                                .ifPresent(begun::add)))
        .thenApply(
            looked ->
                unfinished.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        begun.stream()
                            .findFirst()
                            .orElseGet(() -> new BuildPlan(unfinished, Optional.empty()))));
  }

  private static boolean isPossible(RecordStore store, BuildPlan plan) {
    return plan.indexes().stream().allMatch(store.metaData()::hasIndex)
        && plan.source().stream().allMatch(store.metaData()::hasIndex);
  }

  /** Empties what was half built: saves need not maintain it any more. */
  private CompletableFuture<Void> disable() {
    return cluster.run(
        tenant,
        transaction ->
            AsyncLoop.forEach(
                TenantSettling.unfinished(transaction.store()),
                index -> transaction.store().builds().markDisabled(index)));
  }

  /**
   * Clears the tenant's mark, in the transaction that completes the item. Fails when something is
   * left to build, so that the item runs again.
   */
  public CompletableFuture<Void> end(ClusterTransaction transaction) {
    RecordContext context = transaction.context();
    return transaction
        .tenant(tenant)
        .thenApply(opened -> TenantSettling.unfinished(opened.store()))
        .thenCompose(
            left ->
                left.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : requireCancelled(context, left))
        .thenAccept(
            ends ->
                new SchemaMarks(cluster.schemas().keys(), tenant.application())
                    .clear(context, tenant.user()));
  }

  /** Conflicts with a resumption, whose walk takes this item for one that will build. */
  private CompletableFuture<Void> requireCancelled(RecordContext context, List<String> left) {
    return rows.find(context, tenant.application(), false)
        .thenAccept(
            row -> {
              if (row.filter(IndexBuildWork::isCancelled).isEmpty()) {
                throw new RecordLayerException(
                    Code.BUILD_REFUSED, "indexes " + left + " of tenant " + tenant + " are left");
              }
            });
  }
}
