package dev.tenure.queue.cluster;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerSpace;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.util.function.UnaryOperator;

/**
 * One tenant's data and queue zones inside one transaction: records saved in the store and items
 * enqueued in a zone commit together or not at all. Valid until the transaction ends.
 */
public final class TenantTransaction {
  /** The name of the zone that {@link #zone()} returns. */
  public static final String DEFAULT_ZONE = "default";

  private final PointerSpace space;
  private final long applicationId;
  private final TenantId tenant;
  private final RecordStore store;
  private final boolean suspended;
  private final UnaryOperator<NewItem> preparation;

  /**
   * @param suspended whether enqueues are refused
   */
  TenantTransaction(
      PointerSpace space,
      long applicationId,
      TenantId tenant,
      RecordStore store,
      boolean suspended) {
    this(space, applicationId, tenant, store, suspended, UnaryOperator.identity());
  }

  private TenantTransaction(
      PointerSpace space,
      long applicationId,
      TenantId tenant,
      RecordStore store,
      boolean suspended,
      UnaryOperator<NewItem> preparation) {
    this.space = space;
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
    return new TenantTransaction(space, applicationId, tenant, store, suspended, change);
  }

  /**
   * The same transaction for the end of an item under way. Its effects may enqueue further items
   * even while the tenant is suspended. These items wait until the tenant is resumed.
   */
  public TenantTransaction ofItemUnderWay() {
    return new TenantTransaction(space, applicationId, tenant, store, false, preparation);
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

  /** The tenant's record store; queue items are records of separate types in it. */
  public RecordStore store() {
    return store;
  }

  /** The zone {@value #DEFAULT_ZONE}. */
  public QueueZone zone() {
    return zone(DEFAULT_ZONE);
  }

  /** A zone of the tenant. Zones are not created: any name can be used. */
  public QueueZone zone(String name) {
    return space
        .tenantZone(store, applicationId, tenant, name)
        .preparing(suspended ? this::refuse : preparation);
  }

  private NewItem refuse(NewItem item) {
    throw new QueueException(
        QueueException.Code.TENANT_SUSPENDED,
        "tenant " + tenant + " is suspended, an item of type " + item.type() + " was not enqueued");
  }
}
