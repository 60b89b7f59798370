package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryEntry.State;
import java.util.concurrent.CompletableFuture;

/**
 * Suspends or resumes a tenant. The change is first written to the directory, which numbers it, and
 * then to the mark on the cluster. A mark with a lower number never replaces one with a higher
 * number.
 */
record StateChange(Parts parts, KnownTenants known, TenantId tenant, State wanted, String reason) {
  CompletableFuture<StoredEntry> run() {
    return parts
        .entries()
        .repeating(this::inDirectory)
        .thenCompose(
            entry ->
                Parts.afterFirstWrite(
                        onCluster(parts, entry).exceptionallyCompose(error -> moved(entry, error)))
                    .thenApply(marked -> entry));
  }

  /** The end of a move gives the store the mark of the entry; the caller may see that late. */
  private CompletableFuture<Void> moved(StoredEntry entry, Throwable error) {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(
            found -> {
              found.ifPresent(parts::requireNoMove);
              return found.filter(now -> isMoved(entry, now)).isPresent()
                  ? onCluster(parts, found.get())
                  : CompletableFuture.failedFuture(error);
            });
  }

  private static boolean isMoved(StoredEntry entry, StoredEntry now) {
    return now.life() == entry.life()
        && now.value().getIncarnation() != entry.value().getIncarnation();
  }

  private CompletableFuture<StoredEntry> inDirectory() {
    return known
        .require(tenant)
        .thenCompose(
            entry -> {
              if (entry.state() == TenantState.CREATING) {
                throw parts.notFound(
                    tenant, "is being created; repeat the creation to complete it");
              }
              if (entry.value().getState() == wanted) {
                return CompletableFuture.completedFuture(entry);
              }
              DirectoryEntry changed = StoredEntry.in(entry.value(), wanted, parts.now());
              return parts
                  .entries()
                  .replace(
                      entry, changed.toBuilder().setReason(reason).build(), entry.record().keys());
            });
  }

  /** Sets the mark of the store to the state of the entry. */
  static CompletableFuture<Void> onCluster(Parts parts, StoredEntry entry) {
    TenantMark mark = new TenantMark(entry.markState(), entry.value().getStateNumber());
    return parts
        .cluster(entry.value(), entry.tenant())
        .thenCompose(cluster -> parts.stores().mark(cluster, entry.tenant(), entry.life(), mark));
  }
}
