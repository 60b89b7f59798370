package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.async.AsyncLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Compares the directory with the clusters, one page after another: first it looks for the store of
 * each entry, then for the entry of each store. A finding is reported only if its entry did not
 * change while the cluster was read, so that concurrent operations cause no false findings.
 */
public final class DirectoryAudit {
  /** The time for which a creation or deletion may be under way before it counts as unfinished. */
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
   * Audits the next page.
   *
   * @param from {@link AuditPage#next} of the previous page; empty to begin
   * @param max the most entries or stores that are looked at, 1 to 1,000
   * @param repairs whether findings of the kinds UNFINISHED and STATE_DIFFERS are repaired
   * @return fails with {@code DIRECTORY_UNAVAILABLE} or {@code CLUSTER_UNAVAILABLE}; the page can
   *     be asked for again
   */
  public CompletableFuture<AuditPage> page(Optional<String> from, int max, boolean repairs) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    String place = from.orElse(ENTRIES + EntryWalk.Place.BEGIN.text());
    return place.startsWith(STORES)
        ? stores(EntryWalk.Place.parse(place.substring(1)), max)
        : entries(EntryWalk.Place.parse(place.substring(1)), max, repairs);
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

  private static CompletableFuture<List<DirectoryFinding>> found(
      List<Supplier<CompletableFuture<Optional<DirectoryFinding>>>> looks) {
    List<DirectoryFinding> findings = new ArrayList<>();
    return AsyncLoop.forEach(
            looks, look -> look.get().thenAccept(found -> found.ifPresent(findings::add)))
        .thenApply(done -> findings);
  }

  private Supplier<CompletableFuture<Optional<DirectoryFinding>>> entry(
      StoredEntry entry, boolean repairs) {
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

  private CompletableFuture<Optional<DirectoryFinding>> confirm(
      StoredEntry entry, Kind kind, boolean repairs) {
    return parts
        .entries()
        .find(entry.tenant())
        .thenCompose(
            again -> {
              if (!again.filter(each -> isSame(each, entry)).isPresent()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              DirectoryFinding found =
                  finding(kind, entry.tenant(), entry.value().getCluster(), again);
              return repairs && (kind == Kind.UNFINISHED || kind == Kind.STATE_DIFFERS)
                  ? directory.repairs().finish(found).thenApply(Optional::of)
                  : CompletableFuture.completedFuture(Optional.of(found));
            });
  }

  private static boolean isSame(StoredEntry one, StoredEntry other) {
    return one.record().version().equals(other.record().version());
  }

  private static DirectoryFinding finding(
      Kind kind, TenantId tenant, String cluster, Optional<StoredEntry> entry) {
    return new DirectoryFinding(kind, tenant, cluster, entry.map(StoredEntry::toEntry), false);
  }

  /**
   * Audits the stores of a cluster. The shard number of the place stands for the number of the
   * cluster.
   */
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

  /**
   * Audits one store. A store on the cluster that its entry names is skipped, since it was compared
   * with its entry before.
   */
  private Supplier<CompletableFuture<Optional<DirectoryFinding>>> store(
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

  /**
   * Whether a store still exists. A deletion removes the entry after the store, and may have ended
   * since the store was listed.
   */
  private CompletableFuture<Boolean> isThere(QueueCluster cluster, StoredTenant store) {
    return parts
        .stores()
        .find(cluster, store.tenant())
        .thenApply(again -> again.filter(store::equals).isPresent());
  }
}
