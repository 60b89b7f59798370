package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks for the entry of each store, cluster by cluster. */
record StoreAudit(Parts parts) {
  /** The beginning of the text of a place. No text of a walk's position begins with it. */
  static final String PREFIX = "stores/";

  static final String BEGIN = new Place(0, "").text();

  /**
   * A place in the audit.
   *
   * @param after the key of the last tenant; empty at the begin of the cluster
   */
  private record Place(int cluster, String after) {
    String text() {
      return PREFIX + cluster + "/" + after;
    }

    static Place parse(String text) {
      String[] parts = text.split("/", 3);
      try {
        return new Place(Integer.parseInt(parts.length == 3 ? parts[1] : ""), parts[2]);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "the text of " + text.length() + " characters is no place in an audit", e);
      }
    }

    Optional<TenantId> tenant() {
      return after.isEmpty() ? Optional.empty() : Optional.of(StoredEntry.tenant(after));
    }
  }

  CompletableFuture<AuditPage> page(String text, int max, boolean repairs) {
    Place from = Place.parse(text);
    List<QueueCluster> clusters = parts.deployment().clusters();
    if (from.cluster() < 0 || from.cluster() >= clusters.size()) {
      throw new IllegalArgumentException(
          "cluster " + from.cluster() + " of an audit, there are 0 to " + (clusters.size() - 1));
    }
    QueueCluster cluster = clusters.get(from.cluster());
    Optional<TenantId> after = from.tenant();
    List<DirectoryFinding> findings = new ArrayList<>();
    CompletableFuture<Integer> swept =
        repairs ? parts.stores().sweepFences(cluster) : CompletableFuture.completedFuture(0);
    return swept
        .thenCompose(fences -> parts.stores().scan(cluster, after, max))
        .thenCompose(
            stores ->
                AsyncLoop.forEach(
                        stores,
                        store ->
                            look(cluster, store, repairs)
                                .thenAccept(found -> found.ifPresent(findings::add)))
                    .thenApply(
                        done ->
                            new AuditPage(findings, stores.size(), 0, next(from, stores, max))));
  }

  private Optional<String> next(Place from, List<StoredTenant> stores, int max) {
    if (stores.size() == max) {
      TenantId last = stores.get(stores.size() - 1).tenant();
      return Optional.of(new Place(from.cluster(), StoredEntry.key(last).value()).text());
    }
    return from.cluster() + 1 < parts.deployment().clusters().size()
        ? Optional.of(new Place(from.cluster() + 1, "").text())
        : Optional.empty();
  }

  /** Stores on the cluster of their entry were compared with the entries. */
  private CompletableFuture<Optional<DirectoryFinding>> look(
      QueueCluster cluster, StoredTenant store, boolean repairs) {
    return parts
        .entries()
        .find(store.tenant())
        .thenCompose(
            entry -> {
              if (entry.filter(each -> each.isOn(cluster) || each.value().hasMove()).isPresent()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              DirectoryFinding found =
                  new DirectoryFinding(
                      entry.isPresent() ? Kind.SECOND_STORE : Kind.STORE_WITHOUT_ENTRY,
                      store.tenant(),
                      cluster.name(),
                      entry.map(StoredEntry::toEntry),
                      Optional.empty(),
                      false);
              return isThere(cluster, store)
                  .thenCompose(
                      there ->
                          there && repairs && entry.isPresent()
                              ? closeLeftBehind(cluster, store, entry.get())
                              : CompletableFuture.completedFuture(there))
                  .thenApply(there -> Optional.of(found).filter(each -> there));
            });
  }

  /** A store that a move has left must not serve the tenant until a person has deleted it. */
  private CompletableFuture<Boolean> closeLeftBehind(
      QueueCluster cluster, StoredTenant store, StoredEntry entry) {
    return store.isOf(entry.life()) && !entry.value().hasMove()
        ? parts
            .stores()
            .closeLeftBehind(
                cluster,
                store,
                entry.value().getIncarnation(),
                entry.value().getMoves(),
                entry.value().getCluster())
            .thenApply(closed -> true)
        : CompletableFuture.completedFuture(true);
  }

  /** An entry goes only after its store is gone, and a deletion may have ended in between. */
  private CompletableFuture<Boolean> isThere(QueueCluster cluster, StoredTenant store) {
    return parts
        .stores()
        .find(cluster, store.tenant())
        .thenApply(again -> again.filter(store::equals).isPresent());
  }
}
