package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the entries that are to be changed. While the directory is being filled, a tenant without
 * an entry may have a store on some cluster. Its entry is then made first.
 */
record KnownTenants(Parts parts, Adoption adoption) {

  /** The entry; fails with DIRECTORY_UNAVAILABLE when an absence would not be known. */
  CompletableFuture<Optional<StoredEntry>> find(TenantId tenant) {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(
            found -> {
              if (found.isPresent()) {
                return confirmed(found.get());
              }
              return adoption
                  .isActive()
                  .thenCompose(
                      active -> active ? CompletableFuture.completedFuture(found) : adopt(tenant));
            });
  }

  /**
   * Returns the entry. If the fill has inserted it and has not confirmed it yet, it is confirmed
   * first.
   */
  private CompletableFuture<Optional<StoredEntry>> confirmed(StoredEntry entry) {
    return Adopting.isUnconfirmed(entry)
        ? parts
            .cluster(entry.value(), entry.tenant())
            .thenCompose(cluster -> new Adopting(parts, cluster, entry.tenant()).run())
        : CompletableFuture.completedFuture(Optional.of(entry));
  }

  private CompletableFuture<Optional<StoredEntry>> adopt(TenantId tenant) {
    return parts
        .deployment()
        .search(tenant)
        .thenCompose(
            cluster ->
                cluster
                    .map(there -> new Adopting(parts, there, tenant).run())
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  CompletableFuture<StoredEntry> require(TenantId tenant) {
    return find(tenant)
        .thenApply(
            found -> {
              StoredEntry entry =
                  found.orElseThrow(() -> parts.notFound(tenant, "has no entry in the directory"));
              if (entry.state() == TenantState.DELETING) {
                throw parts.deleting(tenant);
              }
              return entry;
            });
  }
}
