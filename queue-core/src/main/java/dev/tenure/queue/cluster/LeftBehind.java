package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.move.MovedStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A store on a cluster that the tenant has left, which a backup has brought back. It is of the same
 * life as the tenant, and of an earlier incarnation.
 */
record LeftBehind(
    QueueCluster cluster, StoredTenant store, int incarnation, long move, String now) {

  CompletableFuture<Boolean> close() {
    return cluster.database().run(MoveSource.RUN, this::close);
  }

  private CompletableFuture<Boolean> close(RecordContext context) {
    TenantId tenant = store.tenant();
    return TenantRecord.find(cluster, context, tenant)
        .thenCompose(
            found ->
                found.filter(own -> own.stored().isOf(store.life())).isEmpty()
                    ? CompletableFuture.completedFuture(Optional.<MovedStore>empty())
                    : MovedStore.find(
                        context,
                        cluster.keys().tenantStore(found.get().applicationId(), tenant.user())))
        .thenApply(
            found -> {
              Optional<MovedStore> left =
                  found.filter(each -> each.header().incarnation() < incarnation);
              left.ifPresent(this::close);
              return left.isPresent();
            });
  }

  private void close(MovedStore left) {
    left.lockWrites("the tenant has moved to cluster " + now);
    TenantMove.mark(left, StoredMove.Stage.FENCED, move, 0, now).write();
  }
}
