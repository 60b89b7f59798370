package dev.tenure.queue.explain;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.explain.Sight.Moment;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ExternalItem;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.pointer.PointerSight;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Tells why an item has not run. One read-only transaction reads the item, its zone, pointer and
 * nudges, and the consumers, all at one read version. An item of an external zone is read from its
 * store before. Thread-safe.
 */
public final class Explainer {
  private final QueueCluster cluster;

  /**
   * @param cluster the cluster of the tenants' stores
   */
  public Explainer(QueueCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Why the item has not run; {@link Cause.Gone} when there is no such item.
   *
   * @return fails with {@code TENANT_NOT_FOUND} when the tenant's store is not on this cluster
   */
  public CompletableFuture<Explanation> why(TenantId tenant, String zone, String id) {
    QueueLimits.checkName("zone", zone, QueueLimits.ZONE_BYTES_MAX);
    QueueLimits.checkName("id", id, QueueLimits.ITEM_ID_BYTES_MAX);
    return ExternalZoneName.parse(zone)
        .map(name -> new ClusterInspector(cluster).externalItem(tenant, name, id))
        .map(asked -> asked.thenCompose(found -> why(tenant, zone, Subject.outside(found))))
        .orElseGet(() -> why(tenant, zone, Subject.inZone(id)));
  }

  private CompletableFuture<Explanation> why(TenantId tenant, String zone, Subject subject) {
    return cluster.read(
        context ->
            cluster
                .begin(context, tenant)
                .thenCompose(transaction -> look(transaction, zone, subject))
                .thenApply(Explainer::explain));
  }

  /** Where the item is read. */
  private interface Subject {
    CompletableFuture<Optional<ItemView>> item(TenantTransaction transaction, String zone);

    CompletableFuture<Optional<DeadLetter>> letter(QueueZone zone);

    CompletableFuture<Optional<Cause.GroupBlocked>> group(QueueZone zone);

    static Subject inZone(String id) {
      return new Subject() {
        @Override
        public CompletableFuture<Optional<ItemView>> item(
            TenantTransaction transaction, String zone) {
          return ClusterInspector.item(transaction, zone, id);
        }

        @Override
        public CompletableFuture<Optional<DeadLetter>> letter(QueueZone zone) {
          return zone.findDeadLetterBySnapshot(id);
        }

        @Override
        public CompletableFuture<Optional<Cause.GroupBlocked>> group(QueueZone zone) {
          return blocking(zone, id);
        }
      };
    }

    /** An external store has been read before; its items have no groups. */
    static Subject outside(ExternalItem found) {
      return new Subject() {
        @Override
        public CompletableFuture<Optional<ItemView>> item(
            TenantTransaction transaction, String zone) {
          return CompletableFuture.completedFuture(found.view(transaction.context().now()));
        }

        @Override
        public CompletableFuture<Optional<DeadLetter>> letter(QueueZone zone) {
          return CompletableFuture.completedFuture(found.letter());
        }

        @Override
        public CompletableFuture<Optional<Cause.GroupBlocked>> group(QueueZone zone) {
          return CompletableFuture.completedFuture(Optional.empty());
        }
      };
    }
  }

  private static Explanation explain(Sight sight) {
    Moment moment = sight.moment();
    return new Explanation(sight.item(), Causes.of(sight), moment.readVersion(), moment.now());
  }

  private CompletableFuture<Sight> look(
      TenantTransaction transaction, String name, Subject subject) {
    RecordContext context = transaction.context();
    QueueZone zone = transaction.zone(name);
    CompletableFuture<Optional<ItemView>> item = subject.item(transaction, name);
    CompletableFuture<Optional<DeadLetter>> letter = subject.letter(zone);
    CompletableFuture<ZoneSettings> settings = zone.settings();
    CompletableFuture<Optional<Cause.GroupBlocked>> group = subject.group(zone);
    CompletableFuture<RecordStore> clusterStore = cluster.space().openClusterStore(context);
    CompletableFuture<List<ConsumerInfo>> known =
        clusterStore.thenCompose(store -> cluster.consumers().known(store));
    CompletableFuture<PointerSight> pointer =
        clusterStore.thenCompose(store -> pointer(transaction, store, name));
    return CompletableFuture.allOf(item, letter, settings, group, known, pointer)
        .thenCompose(done -> context.readVersion())
        .thenApply(
            version ->
                new Sight(
                    new Moment(
                        version,
                        version + transaction.store().header().versionShift(),
                        context.now()),
                    item.getNow(Optional.empty()),
                    letter.getNow(Optional.empty()),
                    settings.getNow(ZoneSettings.defaults()),
                    transaction.isSuspended(),
                    pointer.getNow(PointerSight.NONE),
                    known.getNow(List.of()),
                    group.getNow(Optional.empty())));
  }

  /** The head of the group that a follower waits for. */
  private static CompletableFuture<Optional<Cause.GroupBlocked>> blocking(
      QueueZone zone, String id) {
    return zone.findFollowerBySnapshot(id)
        .thenCompose(
            follower ->
                follower
                    .flatMap(WorkItem::group)
                    .map(group -> blockedBy(zone, group))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  private static CompletableFuture<Optional<Cause.GroupBlocked>> blockedBy(
      QueueZone zone, String group) {
    return zone.headOf(group)
        .thenApply(head -> head.map(first -> new Cause.GroupBlocked(group, first)));
  }

  private CompletableFuture<PointerSight> pointer(
      TenantTransaction transaction, RecordStore clusterStore, String zone) {
    TenantId tenant = transaction.tenant();
    return cluster
        .applicationId(transaction.context(), tenant.application())
        .thenCompose(
            applicationId ->
                cluster.space().sight(clusterStore, applicationId.orElseThrow(), tenant, zone));
  }
}
