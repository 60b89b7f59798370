package dev.tenure.queue.cluster;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The operations of a tenant directory on clusters: it makes, marks, counts and removes the stores
 * of tenants. Each method works on one cluster, in one or more transactions that may be repeated.
 * Thread-safe.
 */
public final class TenantStores {
  /**
   * The number of the cluster's versions within which a creation must make its store. It is about
   * one minute.
   */
  public static final long PERMIT_VERSIONS = 60_000_000;

  private static final int ZONES_AT_ONCE = 100;

  private final ListAgreement agreement;

  TenantStores(ListAgreement agreement) {
    this.agreement = agreement;
  }

  /** The results of {@link #make}. */
  public enum Made {
    /** The store of this life exists. */
    DONE,
    /** The creation permit had ended: no store was made. */
    PERMIT_OVER,
    /** The tenant was deleted after the creation permit was given: no store was made. */
    DELETED
  }

  /** The version of the cluster up to which a creation that begins now may make its store. */
  public CompletableFuture<Long> permit(QueueCluster cluster) {
    return cluster.read(RecordContext::readVersion).thenApply(version -> version + PERMIT_VERSIONS);
  }

  /** Compares the lists of clusters, unless this process has done so before. */
  public CompletableFuture<Void> agree() {
    return agreement.agreed().thenAccept(agreed -> {});
  }

  /**
   * Makes the tenant's store, unless it exists.
   *
   * @return fails with {@code CLUSTERS_DIFFER} as {@link Deployment#createTenant} does, and with
   *     {@code TENANT_EXISTS} when the cluster has a store of another life
   */
  public CompletableFuture<Made> make(
      QueueCluster cluster, TenantId tenant, long life, long permit) {
    StoredList stored = new StoredList(cluster);
    return agreement
        .creating(
            list ->
                cluster.makeTenant(
                    tenant, new Making(life, permit), context -> stored.require(context, list)))
        .thenApply(
            result ->
                switch (result) {
                  case MADE, THERE -> Made.DONE;
                  case PERMIT_OVER -> Made.PERMIT_OVER;
                  case DELETED -> Made.DELETED;
                  case OTHER_LIFE -> throw otherLife(cluster, tenant);
                });
  }

  private static QueueException otherLife(QueueCluster cluster, TenantId tenant) {
    return new QueueException(
        QueueException.Code.TENANT_EXISTS,
        "cluster "
            + cluster.name()
            + " has a store of tenant "
            + tenant
            + " that is not the one of the directory's entry; an audit of the directory reports the difference");
  }

  /** The tenant's record in ClusterDB. */
  public CompletableFuture<Optional<StoredTenant>> find(QueueCluster cluster, TenantId tenant) {
    return cluster.read(context -> find(cluster, context, tenant));
  }

  private static CompletableFuture<Optional<StoredTenant>> find(
      QueueCluster cluster, RecordContext context, TenantId tenant) {
    return TenantRecord.find(cluster, context, tenant)
        .thenApply(found -> found.map(TenantRecord::stored));
  }

  /**
   * The next tenants of the cluster, in the order of its application numbers and of users.
   *
   * @param after the tenant after which the page begins, which the cluster need not have any more;
   *     empty for the first page
   */
  public CompletableFuture<List<StoredTenant>> scan(
      QueueCluster cluster, Optional<TenantId> after, int max) {
    return cluster.read(
        context ->
            range(cluster, context, after)
                .thenCompose(range -> scan(cluster, context, range, max)));
  }

  /**
   * As {@link #scan(QueueCluster, Optional, int)}, of the tenants of one application.
   *
   * @param after the user after which the page begins; empty for the first page
   */
  public CompletableFuture<List<StoredTenant>> scan(
      QueueCluster cluster, String application, String after, int max) {
    return cluster.read(
        context ->
            cluster
                .applicationId(context, application)
                .thenCompose(
                    id ->
                        id.isEmpty()
                            ? CompletableFuture.completedFuture(List.of())
                            : scan(cluster, context, users(id.get(), after), max)));
  }

  private static TupleRange users(long applicationId, String after) {
    return after.isEmpty()
        ? TupleRange.prefix(Tuple.from(applicationId))
        : TupleRange.between(
            Tuple.from(applicationId, after), false, Tuple.from(applicationId), true);
  }

  /** The number of the application's tenants on the cluster, by snapshot. */
  public CompletableFuture<Long> countTenants(QueueCluster cluster, String application) {
    return cluster.read(
        context ->
            cluster
                .applicationId(context, application)
                .thenCompose(
                    id ->
                        id.isEmpty()
                            ? CompletableFuture.completedFuture(0L)
                            : cluster
                                .space()
                                .openClusterStore(context)
                                .thenCompose(
                                    store -> ClusterSchema.countTenants(store, id.get()))));
  }

  private static CompletableFuture<TupleRange> range(
      QueueCluster cluster, RecordContext context, Optional<TenantId> after) {
    return after
        .map(
            last ->
                cluster
                    .applicationId(context, last.application())
                    .thenApply(
                        id ->
                            id.map(
                                    number ->
                                        TupleRange.between(
                                            Tuple.from(number, last.user()), false, null, true))
                                .orElse(TupleRange.all())))
        .orElse(CompletableFuture.completedFuture(TupleRange.all()));
  }

  private static CompletableFuture<List<StoredTenant>> scan(
      QueueCluster cluster, RecordContext context, TupleRange range, int max) {
    List<StoredTenant> found = new ArrayList<>();
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(
            store ->
                store
                    .scan(
                        ClusterSchema.TENANT,
                        range,
                        Continuation.START,
                        ScanOptions.defaults().withRowsMax(max))
                    .asList())
        .thenCompose(
            records ->
                AsyncLoop.forEach(
                    records,
                    record -> {
                      ClusterTenant each = (ClusterTenant) record.message();
                      return cluster
                          .applicationName(context, each.getApplicationId())
                          .thenAccept(
                              name ->
                                  found.add(
                                      TenantRecord.stored(
                                          new TenantId(name, each.getUser()), each)));
                    }))
        .thenApply(done -> found);
  }

  /** The mark of the tenant's store; empty when the tenant has no store on the cluster. */
  public CompletableFuture<Optional<TenantMark>> mark(QueueCluster cluster, TenantId tenant) {
    return cluster
        .read(context -> open(cluster, context, tenant).thenApply(TenantMark::of))
        .handle(
            (mark, error) -> {
              if (error == null) {
                return Optional.of(mark);
              }
              if (QueueCluster.isTenantNotFound(error)) {
                return Optional.empty();
              }
              throw failed(error);
            });
  }

  private static CompletableFuture<RecordStore> open(
      QueueCluster cluster, RecordContext context, TenantId tenant) {
    return cluster
        .applicationId(context, tenant.application())
        .thenCompose(
            id ->
                cluster.openStore(
                    context,
                    id.orElseThrow(() -> Deployment.notFound(tenant)),
                    tenant,
                    OpenMode.OPEN));
  }

  /**
   * Sets the mark of the store, unless a later change has set it. When the mark reopens the store,
   * its zones are visited soon.
   *
   * @return fails with {@code TENANT_NOT_FOUND} when the cluster has no store of this life
   */
  public CompletableFuture<Void> mark(
      QueueCluster cluster, TenantId tenant, long life, TenantMark mark) {
    return cluster
        .database()
        .run(
            RunOptions.defaults().withName("mark-tenant").withIdempotent(true),
            context ->
                find(cluster, context, tenant)
                    .thenCompose(
                        found -> {
                          if (!found.filter(each -> each.isOf(life)).isPresent()) {
                            throw Deployment.notFound(tenant);
                          }
                          return open(cluster, context, tenant).thenAccept(mark::write);
                        }))
        .thenCompose(
            marked ->
                mark.state() == TenantMark.State.OPEN
                    ? wake(cluster, tenant)
                    : CompletableFuture.completedFuture(null));
  }

  /** Wakes all zones of the tenant that have a pointer, so that they are visited soon. */
  static CompletableFuture<Void> wake(QueueCluster cluster, TenantId tenant) {
    List<String> last = new ArrayList<>();
    return AsyncLoop.whileTrue(
        () ->
            cluster
                .database()
                .run(
                    RunOptions.defaults().withName("wake-tenant").withIdempotent(true),
                    context -> wakeSome(cluster, context, tenant, last.stream().findFirst()))
                .thenApply(
                    zones -> {
                      last.clear();
                      zones.stream().skip(Math.max(0, zones.size() - 1)).forEach(last::add);
                      return !areLast(zones);
                    }));
  }

  /** Whether no zones follow those that {@link #wakeSome} gave. */
  static boolean areLast(List<String> woken) {
    return woken.size() < ZONES_AT_ONCE;
  }

  /** Wakes the next zones of the tenant that have a pointer, in the caller's transaction. */
  static CompletableFuture<List<String>> wakeSome(
      QueueCluster cluster, RecordContext context, TenantId tenant, Optional<String> after) {
    return cluster
        .applicationId(context, tenant.application())
        .thenCompose(
            id -> {
              TenantPointers pointers =
                  new TenantPointers(cluster.space(), id.orElseThrow(), tenant);
              return pointers
                  .zones(context, after, ZONES_AT_ONCE)
                  .thenCompose(
                      zones ->
                          cluster
                              .consumers()
                              .slowestClock(context)
                              .thenCompose(now -> pointers.wake(context, zones, now))
                              .thenApply(done -> List.copyOf(zones)));
            });
  }

  /**
   * Closes a store that a move has left, and that a backup has brought back: it serves nobody.
   *
   * @param incarnation of the tenant; a store of this incarnation or a later one stays as it is
   * @param move the number of the tenant's last move
   * @param now the name of the tenant's cluster
   * @return whether the store was left behind
   */
  public CompletableFuture<Boolean> closeLeftBehind(
      QueueCluster cluster, StoredTenant store, int incarnation, long move, String now) {
    return new LeftBehind(cluster, store, incarnation, move, now).close();
  }

  /** Counts the tenant's data on the cluster. */
  public CompletableFuture<TenantContents> count(QueueCluster cluster, TenantId tenant) {
    return new ContentsCount(cluster, tenant).run();
  }

  /**
   * Removes everything that one life of the tenant has on the cluster. Does nothing when it is
   * already gone.
   *
   * @param permit the permit of the last creation of this life; a fence is left if it has not ended
   *     yet
   */
  public CompletableFuture<Void> remove(
      QueueCluster cluster, TenantId tenant, long life, long permit) {
    return new StoreRemoval(cluster, tenant, life, permit).run();
  }

  /** Clears obsolete fences. Returns their number. */
  public CompletableFuture<Integer> sweepFences(QueueCluster cluster) {
    return Fences.sweep(cluster);
  }

  static RuntimeException failed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof RuntimeException told ? told : new CompletionException(plain);
  }
}
