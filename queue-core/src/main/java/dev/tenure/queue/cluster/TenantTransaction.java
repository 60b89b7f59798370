package dev.tenure.queue.cluster;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.pointer.PointerSight;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One tenant's data and queue zones inside one transaction: records saved in the store and items
 * enqueued in a zone commit together or not at all. Valid until the transaction ends.
 */
public final class TenantTransaction {
  /** The name of the zone that {@link #zone()} returns. */
  public static final String DEFAULT_ZONE = "default";

  private final QueueCluster cluster;
  private final long applicationId;
  private final TenantId tenant;
  private final RecordStore store;
  private final boolean suspended;
  private final UnaryOperator<NewItem> preparation;

  /**
   * @param suspended whether enqueues are refused
   */
  TenantTransaction(
      QueueCluster cluster,
      long applicationId,
      TenantId tenant,
      RecordStore store,
      boolean suspended) {
    this(cluster, applicationId, tenant, store, suspended, UnaryOperator.identity());
  }

  private TenantTransaction(
      QueueCluster cluster,
      long applicationId,
      TenantId tenant,
      RecordStore store,
      boolean suspended,
      UnaryOperator<NewItem> preparation) {
    this.cluster = cluster;
    this.applicationId = applicationId;
    this.tenant = tenant;
    this.store = store;
    this.suspended = suspended;
    this.preparation = preparation;
  }

  /**
   * The same transaction, in which a change is applied to each item that is enqueued, for instance
   * to give it a trace.
   */
  public TenantTransaction preparing(UnaryOperator<NewItem> change) {
    return new TenantTransaction(cluster, applicationId, tenant, store, suspended, change);
  }

  /**
   * The same transaction for the end of an item under way. Its effects may enqueue further items
   * even while the tenant is suspended. These items wait until the tenant is resumed.
   */
  public TenantTransaction ofItemUnderWay() {
    return new TenantTransaction(cluster, applicationId, tenant, store, false, preparation);
  }

  /** Whether the tenant is suspended. */
  public boolean isSuspended() {
    return TenantMark.of(store).state() == TenantMark.State.SUSPENDED;
  }

  public TenantId tenant() {
    return tenant;
  }

  public RecordContext context() {
    return store.context();
  }

  /**
   * The whole cluster in this transaction: other tenants' stores and local items. What is written
   * there commits with this tenant's data.
   */
  public ClusterTransaction cluster() {
    return new ClusterTransaction(cluster, context(), Optional.of(this), preparation);
  }

  /** The tenant's record store; queue items are records of separate types in it. */
  public RecordStore store() {
    return store;
  }

  /** The zone {@value #DEFAULT_ZONE}. */
  public QueueZone zone() {
    return zone(DEFAULT_ZONE);
  }

  /**
   * A zone of the tenant. Zones are not created: any name can be used. A zone in an external store
   * has here its settings and unique records, and refuses items.
   */
  public QueueZone zone(String name) {
    return cluster
        .space()
        .tenantZone(store, applicationId, tenant, name)
        .preparing(
            ExternalZoneName.isExternal(name)
                ? this::refuseExternal
                : suspended ? this::refuse : preparation);
  }

  /**
   * The second half of an enqueue into an external zone; {@code ExternalZone} calls it after it has
   * stored the item. Makes sure that the zone has a pointer, and that the item is found in time.
   *
   * @param name of the zone
   * @param delay the time until the item vests
   */
  public CompletableFuture<Void> arrived(ExternalZoneName name, Duration delay, String itemId) {
    if (suspended) {
      throw suspended("an item of zone " + name.text());
    }
    return cluster
        .space()
        .arrived(
            context(), applicationId, tenant, name.text(), context().now().plus(delay), itemId);
  }

  /** The pointer of an external zone, by snapshot. */
  public CompletableFuture<PointerSight> pointerOf(ExternalZoneName name) {
    return cluster
        .space()
        .openClusterStore(context())
        .thenCompose(store -> cluster.space().sight(store, applicationId, tenant, name.text()));
  }

  private NewItem refuseExternal(NewItem item) {
    throw new QueueException(
        QueueException.Code.ZONE_EXTERNAL,
        "the items of the zone lie in an external store, an item of type "
            + item.type()
            + " was not enqueued in FoundationDB; ExternalZone enqueues there");
  }

  private NewItem refuse(NewItem item) {
    throw suspended("an item of type " + item.type());
  }

  private QueueException suspended(String item) {
    return new QueueException(
        QueueException.Code.TENANT_SUSPENDED,
        "tenant " + tenant + " is suspended, " + item + " was not enqueued");
  }
}
