package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Gives an entry to a store that was made without a directory. The entry begins in the state
 * CREATING, so that it promises no store in case the store is deleted at the same time. Then the
 * store is looked for again.
 */
record Adopting(Parts parts, QueueCluster cluster, TenantId tenant) {

  /**
   * Returns the tenant's entry, which is made if it does not exist. The result is empty when the
   * cluster has no store of the tenant.
   */
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

  /** Whether a run inserted the entry and has not finished. */
  static boolean isUnconfirmed(StoredEntry entry) {
    return entry.state() == TenantState.CREATING && entry.value().getPermitVersion() == 0;
  }

  /** As {@link #isUnconfirmed}, for an entry that names a given cluster. */
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
