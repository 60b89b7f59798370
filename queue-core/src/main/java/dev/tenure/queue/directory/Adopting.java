package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Gives a store that was made without a directory its entry. The entry begins as CREATING, so that
 * it misleads nobody when the store is deleted meanwhile; then the store is looked for again.
 */
record Adopting(Parts parts, QueueCluster cluster, TenantId tenant) {

  /** The tenant's entry, whether it was there or not; empty when the cluster has no store of it. */
  CompletableFuture<Optional<StoredEntry>> run() {
    return parts.entries().repeating(this::once);
  }

  private CompletableFuture<Optional<StoredEntry>> once() {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(
            found -> {
              if (found.filter(entry -> !isUnfinished(entry, cluster)).isPresent()) {
                return CompletableFuture.completedFuture(found);
              }
              return found.isPresent() ? confirm(found.get()) : store().thenCompose(this::insert);
            });
  }

  /** Whether a run has inserted the entry and has not come to its end. */
  static boolean isUnconfirmed(StoredEntry entry) {
    return entry.state() == TenantState.CREATING && entry.value().getPermitVersion() == 0;
  }

  /** As {@link #isUnconfirmed}, of an entry that names the cluster. */
  static boolean isUnfinished(StoredEntry entry, QueueCluster cluster) {
    return isUnconfirmed(entry) && entry.isOn(cluster);
  }

  private CompletableFuture<Optional<StoredTenant>> store() {
    return parts.stores().find(cluster, tenant);
  }

  private CompletableFuture<Optional<StoredEntry>> insert(Optional<StoredTenant> store) {
    if (store.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    long life = store.get().life() == 0 ? parts.drawLife() : store.get().life();
    return parts
        .entries()
        .insert(tenant, Creation.begun(cluster, life, 0, store.get().created()), Set.of())
        .thenCompose(this::confirm);
  }

  private CompletableFuture<Optional<StoredEntry>> confirm(StoredEntry entry) {
    return store()
        .thenCompose(
            store ->
                store.filter(each -> each.isOf(entry.life())).isPresent()
                    ? Creation.activate(parts, entry).thenApply(Optional::of)
                    : parts.entries().delete(entry).thenApply(gone -> Optional.empty()));
  }
}
