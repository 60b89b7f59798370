package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.DirectoryEntry.State;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One deletion of a tenant, by the steps of docs/tenants.md. It continues where an earlier deletion
 * stopped. It deletes the life of the tenant that it read first. When that life is gone, the
 * deletion has ended, even if the tenant was created anew.
 */
final class Deletion {
  private final Parts parts;
  private final KnownTenants known;
  private final TenantId tenant;
  private volatile Optional<Long> meant = Optional.empty();

  Deletion(Parts parts, KnownTenants known, TenantId tenant) {
    this.parts = parts;
    this.known = known;
    this.tenant = tenant;
  }

  /** Runs the deletion; returns whether there was a tenant to delete. */
  CompletableFuture<Boolean> run() {
    return parts
        .entries()
        .repeating(this::begin)
        .thenCompose(
            begun ->
                begun.isEmpty()
                    ? CompletableFuture.completedFuture(meant.isPresent())
                    : Parts.afterFirstWrite(goOn(begun.get())).thenApply(done -> true));
  }

  private CompletableFuture<Optional<StoredEntry>> begin() {
    return known
        .find(tenant)
        .thenApply(found -> found.filter(this::isMeant))
        .thenApply(
            found -> {
              found.ifPresent(parts::requireNoMove);
              return found;
            })
        .thenCompose(
            found ->
                found.filter(entry -> entry.state() != TenantState.DELETING).isEmpty()
                    ? CompletableFuture.completedFuture(found)
                    : parts
                        .entries()
                        .replace(
                            found.get(),
                            StoredEntry.in(found.get().value(), State.DELETING, parts.now()),
                            Set.of())
                        .thenApply(Optional::of));
  }

  private boolean isMeant(StoredEntry entry) {
    long life = meant.orElse(entry.life());
    meant = Optional.of(life);
    return entry.life() == life;
  }

  private CompletableFuture<Void> goOn(StoredEntry entry) {
    return parts
        .cluster(entry.value(), tenant)
        .thenCompose(
            cluster ->
                parts
                    .stores()
                    .remove(cluster, tenant, entry.life(), entry.value().getPermitVersion()))
        .thenCompose(removed -> parts.entries().repeating(() -> end(entry.life())));
  }

  private CompletableFuture<Void> end(long life) {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(
            found ->
                found.filter(entry -> entry.life() == life).isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : parts.entries().delete(found.get()).thenAccept(deleted -> {}));
  }
}
