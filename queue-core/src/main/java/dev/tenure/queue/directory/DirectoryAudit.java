package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.directory.Finding.Kind;
import dev.tenure.record.async.AsyncLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Compares the directory with the clusters, a page at a time: first the store of each entry, then
 * the entry of each store. Beside concurrent operations a finding is reported only when its entry
 * was the same before and after the look at the cluster.
 */
public final class DirectoryAudit {
  /** How long a creation or deletion may be under way. */
  private static final Duration UNDER_WAY = Duration.ofMinutes(1);

  private static final String STORES = "s";
  private static final String ENTRIES = "e";

  private final Parts parts;
  private final TenantDirectory directory;
  private final EntryWalk walk;

  DirectoryAudit(Parts parts, TenantDirectory directory) {
    this.parts = parts;
    this.directory = directory;
    this.walk = new EntryWalk(parts.entries());
  }

  /**
   * The next page.
   *
   * @param from {@link AuditPage#next} of the page before; empty to begin
   * @param max how many entries or stores are looked at, 1 to 1,000
   * @param repairs whether UNFINISHED and STATE_DIFFERS are repaired
   * @return fails with {@code DIRECTORY_UNAVAILABLE} or {@code CLUSTER_UNAVAILABLE}; the page can
   *     be asked for again
   * @throws IllegalArgumentException when max is out of range, or from is no place of an audit
   */
  public CompletableFuture<AuditPage> page(Optional<String> from, int max, boolean repairs) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    String place = from.orElse(ENTRIES + EntryWalk.Place.BEGIN.text());
    if (!place.startsWith(STORES) && !place.startsWith(ENTRIES)) {
      throw new IllegalArgumentException(
          "a place in an audit begins with "
              + ENTRIES
              + " or "
              + STORES
              + ", got a text of "
              + place.length()
              + " characters");
    }
    EntryWalk.Place within = EntryWalk.Place.parse(place.substring(1));
    return place.startsWith(STORES) ? stores(within, max) : entries(within, max, repairs);
  }

  private CompletableFuture<AuditPage> entries(EntryWalk.Place from, int max, boolean repairs) {
    return walk.page(from, max)
        .thenCompose(
            page ->
                found(page.entries().stream().map(each -> entry(each, repairs)).toList())
                    .thenApply(
                        findings ->
                            new AuditPage(
                                findings,
                                page.entries().size(),
                                Optional.of(
                                    page.next()
                                        .map(next -> ENTRIES + next.text())
                                        .orElse(STORES + EntryWalk.Place.BEGIN.text())))));
  }

  private static CompletableFuture<List<Finding>> found(
      List<Supplier<CompletableFuture<Optional<Finding>>>> looks) {
    List<Finding> findings = new ArrayList<>();
    return AsyncLoop.forEach(
            looks, look -> look.get().thenAccept(found -> found.ifPresent(findings::add)))
        .thenApply(done -> findings);
  }

  private Supplier<CompletableFuture<Optional<Finding>>> entry(StoredEntry entry, boolean repairs) {
    return () ->
        compare(entry)
            .thenCompose(
                kind ->
                    kind.isEmpty()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : confirm(entry, kind.get(), repairs));
  }

  private CompletableFuture<Optional<Kind>> compare(StoredEntry entry) {
    TenantId tenant = entry.tenant();
    Optional<QueueCluster> cluster = parts.deployment().cluster(entry.value().getCluster());
    if (cluster.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.of(Kind.CLUSTER_UNKNOWN));
    }
    boolean underWay =
        entry.state() == TenantState.CREATING || entry.state() == TenantState.DELETING;
    if (underWay) {
      boolean old =
          parts.now().toEpochMilli() - entry.value().getStateMillis() >= UNDER_WAY.toMillis();
      return CompletableFuture.completedFuture(
          old ? Optional.of(Kind.UNFINISHED) : Optional.empty());
    }
    return parts
        .stores()
        .find(cluster.get(), tenant)
        .thenCompose(
            store -> {
              if (store.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.of(Kind.ENTRY_WITHOUT_STORE));
              }
              return store.get().isOf(entry.life())
                  ? parts.stores().mark(cluster.get(), tenant).thenApply(mark -> state(entry, mark))
                  : CompletableFuture.completedFuture(Optional.of(Kind.OTHER_LIFE));
            });
  }

  private static Optional<Kind> state(StoredEntry entry, Optional<TenantMark> mark) {
    if (mark.isEmpty()) {
      return Optional.of(Kind.ENTRY_WITHOUT_STORE);
    }
    return mark.get().state() == entry.markState()
        ? Optional.empty()
        : Optional.of(Kind.STATE_DIFFERS);
  }

  private CompletableFuture<Optional<Finding>> confirm(
      StoredEntry entry, Kind kind, boolean repairs) {
    return parts
        .entries()
        .find(entry.tenant())
        .thenCompose(
            again -> {
              if (!again.filter(each -> isSame(each, entry)).isPresent()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              Finding found = finding(kind, entry.tenant(), entry.value().getCluster(), again);
              return repairs && (kind == Kind.UNFINISHED || kind == Kind.STATE_DIFFERS)
                  ? directory.repairs().finish(found).thenApply(Optional::of)
                  : CompletableFuture.completedFuture(Optional.of(found));
            });
  }

  private static boolean isSame(StoredEntry one, StoredEntry other) {
    return one.record().version().equals(other.record().version());
  }

  private static Finding finding(
      Kind kind, TenantId tenant, String cluster, Optional<StoredEntry> entry) {
    return new Finding(kind, tenant, cluster, entry.map(StoredEntry::toEntry), false);
  }

  /** The place's shard counts clusters here. */
  private CompletableFuture<AuditPage> stores(EntryWalk.Place from, int max) {
    List<QueueCluster> clusters = parts.deployment().clusters();
    if (from.shard() < 0 || from.shard() >= clusters.size()) {
      throw new IllegalArgumentException(
          "cluster " + from.shard() + " of an audit, there are 0 to " + (clusters.size() - 1));
    }
    QueueCluster cluster = clusters.get(from.shard());
    Optional<TenantId> after =
        from.after().isEmpty() ? Optional.empty() : Optional.of(StoredEntry.tenant(from.after()));
    return parts
        .stores()
        .sweepFences(cluster)
        .thenCompose(swept -> parts.stores().scan(cluster, after, max))
        .thenCompose(
            stores ->
                found(stores.stream().map(each -> store(cluster, each)).toList())
                    .thenApply(
                        findings ->
                            new AuditPage(findings, stores.size(), next(from, stores, max))));
  }

  private Optional<String> next(EntryWalk.Place from, List<StoredTenant> stores, int max) {
    if (stores.size() == max) {
      TenantId last = stores.get(stores.size() - 1).tenant();
      return Optional.of(
          STORES + new EntryWalk.Place(from.shard(), StoredEntry.key(last).value()).text());
    }
    return from.shard() + 1 < parts.deployment().clusters().size()
        ? Optional.of(STORES + new EntryWalk.Place(from.shard() + 1, "").text())
        : Optional.empty();
  }

  /** Stores on the cluster of their entry were compared with the entries. */
  private Supplier<CompletableFuture<Optional<Finding>>> store(
      QueueCluster cluster, StoredTenant store) {
    return () ->
        parts
            .entries()
            .find(store.tenant())
            .thenCompose(
                entry -> {
                  if (entry
                      .filter(each -> each.value().getCluster().equals(cluster.name()))
                      .isPresent()) {
                    return CompletableFuture.completedFuture(Optional.empty());
                  }
                  Kind kind = entry.isPresent() ? Kind.SECOND_STORE : Kind.STORE_WITHOUT_ENTRY;
                  return isThere(cluster, store)
                      .thenApply(
                          there ->
                              there
                                  ? Optional.of(
                                      finding(kind, store.tenant(), cluster.name(), entry))
                                  : Optional.empty());
                });
  }

  /** An entry goes only after its store is gone, and a deletion may have ended in between. */
  private CompletableFuture<Boolean> isThere(QueueCluster cluster, StoredTenant store) {
    return parts
        .stores()
        .find(cluster, store.tenant())
        .thenApply(again -> again.filter(store::equals).isPresent());
  }
}
