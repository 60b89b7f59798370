package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryEntry.State;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The repairs of an audit's findings. Each repair reads the entry and the store again. It is
 * refused with {@code TENANT_EXISTS} or {@code TENANT_NOT_FOUND} when the finding no longer holds.
 * Each repair may be repeated.
 */
public final class DirectoryRepairs {
  private final Parts parts;
  private final TenantDirectory directory;

  DirectoryRepairs(Parts parts, TenantDirectory directory) {
    this.parts = parts;
    this.directory = directory;
  }

  /**
   * Goes on with a creation or deletion that has stopped, or else has the store's mark follow the
   * entry.
   */
  public CompletableFuture<Void> finish(TenantId tenant) {
    return require(tenant)
        .thenCompose(
            entry ->
                switch (entry.state()) {
                  case DELETING -> directory.delete(tenant).thenAccept(deleted -> {});
                  case CREATING ->
                      directory.create(tenant, TenantDetails.NONE).thenAccept(created -> {});
                  case ACTIVE, SUSPENDED -> followEntry(tenant);
                });
  }

  /**
   * Numbers the entry's state anew, above the number of the store's mark, and sets the mark. A
   * restored backup may have brought back a mark with a higher number than the entry's.
   */
  private CompletableFuture<Void> followEntry(TenantId tenant) {
    return changed(
            tenant,
            entry ->
                parts
                    .cluster(entry.value(), tenant)
                    .thenCompose(cluster -> parts.stores().mark(cluster, tenant))
                    .thenCompose(mark -> numberedAbove(entry, mark)))
        .thenCompose(entry -> StateChange.onCluster(parts, entry));
  }

  private CompletableFuture<StoredEntry> numberedAbove(
      StoredEntry entry, Optional<TenantMark> mark) {
    long least = mark.map(TenantMark::number).orElse(0L);
    DirectoryEntry numbered =
        entry.value().toBuilder()
            .setStateNumber(Math.max(least, entry.value().getStateNumber()) + 1)
            .build();
    return parts.entries().replace(entry, numbered, entry.record().keys());
  }

  /** Makes an empty store for an entry whose cluster has lost the store. */
  public CompletableFuture<TenantEntry> createStore(TenantId tenant) {
    return changed(
            tenant,
            entry ->
                parts
                    .cluster(entry.value(), tenant)
                    .thenCompose(cluster -> requireAbsent(cluster, tenant))
                    .thenCompose(
                        cluster ->
                            parts
                                .stores()
                                .permit(cluster)
                                .thenCompose(permit -> creating(entry, permit))))
        .thenCompose(entry -> directory.create(tenant, TenantDetails.NONE));
  }

  private CompletableFuture<StoredEntry> creating(StoredEntry entry, long permit) {
    DirectoryEntry value = StoredEntry.in(entry.value(), State.CREATING, parts.now());
    return parts
        .entries()
        .replace(entry, value.toBuilder().setPermitVersion(permit).build(), entry.record().keys());
  }

  /**
   * Deletes the entry of a tenant whose cluster has no store. The tenant's alternate keys become
   * free.
   */
  public CompletableFuture<Boolean> forget(TenantId tenant) {
    return parts
        .entries()
        .repeating(
            () ->
                require(tenant)
                    .thenCompose(
                        entry ->
                            parts
                                .cluster(entry.value(), tenant)
                                .thenCompose(cluster -> requireAbsent(cluster, tenant))
                                .thenCompose(absent -> parts.entries().delete(entry))));
  }

  /** Makes an entry without alternate keys for a store that no entry names. */
  public CompletableFuture<TenantEntry> adoptStore(TenantId tenant, String cluster) {
    return parts
        .stores()
        .agree()
        .thenCompose(agreed -> new Adopting(parts, known(cluster), tenant).run())
        .thenApply(
            entry ->
                entry
                    .filter(each -> each.value().getCluster().equals(cluster))
                    .orElseThrow(() -> refused(tenant, "has another entry, or no store there"))
                    .toEntry());
  }

  /**
   * Changes the entry of a tenant so that it names the store on a cluster. A store on another
   * cluster stays where it is.
   */
  public CompletableFuture<TenantEntry> pointTo(TenantId tenant, String cluster) {
    return changed(
            tenant,
            entry ->
                store(known(cluster), tenant)
                    .thenCompose(
                        store ->
                            parts
                                .entries()
                                .replace(
                                    entry,
                                    entry.value().toBuilder()
                                        .setCluster(cluster)
                                        // a version of the other cluster
                                        .clearPermitVersion()
                                        .setLife(store.life() == 0 ? entry.life() : store.life())
                                        .build(),
                                    entry.record().keys())))
        .thenCompose(
            entry -> StateChange.onCluster(parts, entry).thenApply(marked -> entry.toEntry()));
  }

  /** Removes a store that is not the one of the tenant's entry. */
  public CompletableFuture<Void> deleteStore(TenantId tenant, String cluster) {
    QueueCluster there = known(cluster);
    return parts
        .entries()
        .find(tenant)
        .thenCombine(
            store(there, tenant),
            (entry, store) -> {
              entry.ifPresent(parts::requireNoMove);
              if (entry
                  .filter(each -> each.value().getCluster().equals(cluster))
                  .filter(each -> store.isOf(each.life()))
                  .isPresent()) {
                throw refused(tenant, "has its store on cluster " + cluster);
              }
              return store;
            })
        .thenCompose(store -> parts.stores().remove(there, tenant, store.life(), 0));
  }

  private CompletableFuture<StoredTenant> store(QueueCluster cluster, TenantId tenant) {
    return parts
        .stores()
        .find(cluster, tenant)
        .thenApply(
            found ->
                found.orElseThrow(
                    () -> parts.notFound(tenant, "has no store on cluster " + cluster.name())));
  }

  private CompletableFuture<QueueCluster> requireAbsent(QueueCluster cluster, TenantId tenant) {
    return parts
        .stores()
        .find(cluster, tenant)
        .thenApply(
            store -> {
              if (store.isPresent()) {
                throw refused(tenant, "has a store on cluster " + cluster.name());
              }
              return cluster;
            });
  }

  private CompletableFuture<StoredEntry> changed(
      TenantId tenant, Function<StoredEntry, ? extends CompletionStage<StoredEntry>> change) {
    return parts.entries().repeating(() -> require(tenant).thenCompose(change));
  }

  private CompletableFuture<StoredEntry> require(TenantId tenant) {
    return parts
        .entries()
        .find(tenant)
        .thenApply(
            found -> {
              found.ifPresent(parts::requireNoMove);
              return found.orElseThrow(
                  () -> parts.notFound(tenant, "has no entry in the directory"));
            });
  }

  private QueueCluster known(String cluster) {
    return parts
        .deployment()
        .cluster(cluster)
        .orElseThrow(
            () ->
                new QueueException(
                    Code.CLUSTER_NOT_FOUND, "this process does not know cluster " + cluster));
  }

  private static QueueException refused(TenantId tenant, String why) {
    return new QueueException(Code.TENANT_EXISTS, "tenant " + tenant + " " + why);
  }
}
