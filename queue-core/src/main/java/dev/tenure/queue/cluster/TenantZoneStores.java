package dev.tenure.queue.cluster;

import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.ZoneStores;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;

/** The stores of a cluster's tenants, as visits open them. */
record TenantZoneStores(QueueCluster cluster) implements ZoneStores {
  @Override
  public CompletableFuture<RecordStore> open(RecordContext context, PointerRef ref) {
    return cluster.openStore(context, ref.applicationId(), ref.tenant(), OpenMode.OPEN);
  }

  @Override
  public boolean isClosed(RecordStore store) {
    return TenantMark.of(store).state() != TenantMark.State.OPEN || TenantMove.closes(store);
  }
}
