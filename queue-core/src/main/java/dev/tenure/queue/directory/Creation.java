package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryEntry.State;
import dev.tenure.record.global.SecondaryKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One creation of a tenant, by the steps of docs/tenants.md. It continues where an earlier creation
 * stopped.
 */
final class Creation {
  private static final int PERMITS = 3;

  private final Parts parts;
  private final Adoption adoption;
  private final TenantId tenant;
  private final TenantDetails details;

  /**
   * Whether this creation has already read an entry. If the entry is missing later, the tenant was
   * deleted.
   */
  private volatile boolean seen;

  Creation(Parts parts, Adoption adoption, TenantId tenant, TenantDetails details) {
    this.parts = parts;
    this.adoption = adoption;
    this.tenant = tenant;
    this.details = details;
  }

  CompletableFuture<StoredEntry> run() {
    return parts.stores().agree().thenCompose(agreed -> parts.entries().repeating(this::once));
  }

  private CompletableFuture<StoredEntry> once() {
    return parts
        .entries()
        .find(tenant)
        .thenCompose(
            found -> {
              if (found.isPresent()) {
                return goOn(found.get());
              }
              if (seen) {
                throw deletedMeanwhile();
              }
              return begin();
            });
  }

  private QueueException deletedMeanwhile() {
    return parts.notFound(tenant, "was deleted while it was being created");
  }

  private CompletableFuture<StoredEntry> goOn(StoredEntry entry) {
    if (!entry.record().keys().containsAll(details.keys())
        && !entry.state().equals(TenantState.DELETING)) {
      throw new QueueException(
          Code.TENANT_EXISTS,
          "tenant "
              + tenant
              + " exists and does not own all alternate keys of this creation; it has keys "
              + entry.record().keys());
    }
    return switch (entry.state()) {
      case ACTIVE, SUSPENDED -> CompletableFuture.completedFuture(entry);
      case CREATING -> make(entry, PERMITS);
      case DELETING -> throw seen ? deletedMeanwhile() : parts.deleting(tenant);
    };
  }

  /**
   * Continues after step 1 found no entry. While the directory is being filled, a cluster may have
   * a store all the same.
   */
  private CompletableFuture<StoredEntry> begin() {
    return adoption
        .isKnownToBeActive()
        .thenCompose(
            active ->
                active
                    ? CompletableFuture.completedFuture(Optional.<QueueCluster>empty())
                    : parts.deployment().search(tenant))
        .thenCompose(
            there ->
                there.isPresent()
                    ? insert(there.get(), 0)
                    : parts
                        .options()
                        .placement()
                        .place(tenant, details, parts.deployment())
                        .thenCompose(
                            cluster ->
                                parts
                                    .stores()
                                    .permit(cluster)
                                    .thenCompose(permit -> insert(cluster, permit))))
        .thenCompose(entry -> make(entry, PERMITS));
  }

  private CompletableFuture<StoredEntry> insert(QueueCluster cluster, long permit) {
    DirectoryEntry value = begun(cluster, parts.drawLife(), permit, parts.now());
    return parts
        .entries()
        .requireStored(details.keys())
        .thenCompose(
            stored ->
                parts.entries().insert(tenant, StoredEntry.with(value, details), details.keys()));
  }

  /** The entry of a creation under way. Its store may exist or not. */
  static DirectoryEntry begun(QueueCluster cluster, long life, long permit, Instant now) {
    return DirectoryEntry.newBuilder()
        .setState(State.CREATING)
        .setCluster(cluster.name())
        .setLife(life)
        .setPermitVersion(permit)
        .setCreatedMillis(now.toEpochMilli())
        .setStateMillis(now.toEpochMilli())
        .build();
  }

  private CompletableFuture<StoredEntry> make(StoredEntry entry, int permits) {
    seen = true;
    return Parts.afterFirstWrite(makeStore(entry, permits));
  }

  private CompletableFuture<StoredEntry> makeStore(StoredEntry entry, int permits) {
    return parts
        .cluster(entry.value(), tenant)
        .thenCompose(
            cluster ->
                parts
                    .stores()
                    .make(cluster, tenant, entry.life(), entry.value().getPermitVersion())
                    .thenCompose(
                        made ->
                            switch (made) {
                              case DONE -> activate(parts, entry);
                              case DELETED -> throw deletedMeanwhile();
                              case PERMIT_OVER -> makeAgain(cluster, entry, permits);
                            }));
  }

  private CompletableFuture<StoredEntry> makeAgain(
      QueueCluster cluster, StoredEntry entry, int permits) {
    if (permits == 1) {
      throw new QueueException(
          Code.CLUSTER_UNAVAILABLE,
          "cluster "
              + cluster.name()
              + " did not make the store of tenant "
              + tenant
              + " within a minute by its versions, "
              + PERMITS
              + " times");
    }
    return parts
        .stores()
        .permit(cluster)
        .thenCompose(
            permit ->
                parts
                    .entries()
                    .replace(
                        entry,
                        entry.value().toBuilder().setPermitVersion(permit).build(),
                        entry.record().keys()))
        .thenCompose(permitted -> make(permitted, permits - 1));
  }

  /** The last step, taken when the store exists: marks the entry as active. */
  static CompletableFuture<StoredEntry> activate(Parts parts, StoredEntry entry) {
    Set<SecondaryKey> keys = entry.record().keys();
    return parts
        .entries()
        .replace(entry, StoredEntry.in(entry.value(), State.ACTIVE, parts.now()), keys);
  }
}
