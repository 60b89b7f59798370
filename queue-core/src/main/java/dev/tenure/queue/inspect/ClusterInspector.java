package dev.tenure.queue.inspect;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.pointer.PointerSpace;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Views of one cluster for operators. Every call is one read-only transaction, by snapshot, and
 * reads a bounded number of rows. Thread-safe; holds nothing that needs closing.
 */
public final class ClusterInspector {
  private static final int VESTED_COUNTED_MAX = 1_000;
  private static final int ZONES_MAX = 200;
  private static final Duration STALENESS = Duration.ofMillis(250);

  private final QueueCluster cluster;
  private final PointerSpace space;
  private final TenantPages tenants;

  public ClusterInspector(QueueCluster cluster) {
    this.cluster = cluster;
    this.space = cluster.space();
    this.tenants = new TenantPages(cluster);
  }

  /** Counts of the cluster's tenants, pointers and items, and its live consumers. */
  public CompletableFuture<ClusterSummary> summary() {
    return cluster
        .consumers()
        .live()
        .thenCompose(
            consumers ->
                cluster.read(
                    context ->
                        space
                            .openClusterStore(context)
                            .thenCompose(store -> depths(store))
                            .thenCombine(
                                cluster.leasesTogether(context),
                                (depth, visitLeases) ->
                                    new ClusterSummary(
                                        cluster.name(),
                                        cluster.shards(),
                                        depth.pointers,
                                        depth.localItems,
                                        depth.vested,
                                        Optional.ofNullable(depth.oldest),
                                        depth.tenants,
                                        visitLeases,
                                        consumers))));
  }

  private CompletableFuture<Depth> depths(RecordStore store) {
    Depth depth = new Depth();
    CompletableFuture<Void> chain =
        cluster.countTenants(store).thenAccept(count -> depth.tenants = count);
    for (int shard = 0; shard < cluster.shards(); shard++) {
      int each = shard;
      chain = chain.thenCompose(done -> addShard(store, each, depth));
    }
    return chain.thenApply(done -> depth);
  }

  /**
   * The numbers of items in the zones whose pointers vest first.
   *
   * @param zonesMax the most zones that are read, 1 to 1,000
   */
  public CompletableFuture<DepthSample> depths(int zonesMax) {
    QueueLimits.checkBetween("zonesMax", zonesMax, 1, Listing.LIMIT_MAX);
    return cluster.read(context -> new DepthSampling(cluster, context, zonesMax).run());
  }

  private CompletableFuture<Void> addShard(RecordStore store, int shard, Depth depth) {
    QueueZone zone = space.shardZone(store, shard);
    return zone.countByType()
        .thenCombine(
            space.countPointers(store, shard),
            (byType, pointers) -> {
              depth.pointers += pointers;
              depth.localItems += sum(byType) - pointers;
              return pointers;
            })
        .thenCompose(
            done ->
                cluster
                    .topLevel()
                    .peek(
                        shard,
                        new TopLevelPeekRequest(Instant.MIN, VESTED_COUNTED_MAX, STALENESS, false)))
        .thenAccept(peek -> depth.add(peek.vested()));
  }

  /** Sums over shards. */
  private static final class Depth {
    private long pointers;
    private long localItems;
    private long tenants;
    private long vested;
    private @Nullable Instant oldest;

    /** Counts the pointer and the nudges of a zone once. */
    void add(List<TopLevelEntry> entries) {
      Set<Object> waiting = new HashSet<>();
      for (TopLevelEntry entry : entries) {
        if (oldest == null || entry.vesting().isBefore(oldest)) {
          oldest = entry.vesting();
        }
        waiting.add(entry.subject());
      }
      vested = Math.min(VESTED_COUNTED_MAX, vested + waiting.size());
    }
  }

  /**
   * Tenants of this cluster, ordered by application and user.
   *
   * @param application only tenants of this application; an unknown name gives an empty page
   * @param userPrefix only users whose names begin with this; needs {@code application}
   * @param query filter and order, on the fields {@code user} and {@code createdAt}
   * @param limit the most tenants of a page, 1 to 1,000
   * @throws dev.tenure.record.query.text.QueryTextException when filter or order cannot be read
   */
  public CompletableFuture<Page<TenantSummary>> tenants(
      Optional<String> application,
      Optional<String> userPrefix,
      ListQuery query,
      int limit,
      Optional<String> continuation) {
    if (userPrefix.isPresent() && application.isEmpty()) {
      throw new IllegalArgumentException(
          "user prefix \"" + userPrefix.get() + "\" needs an application");
    }
    Listing listing = Listing.of(limit, continuation, cluster.database().clock());
    RecordQuery unused = TenantPages.query(Optional.empty(), userPrefix, query);
    return cluster.read(
        context ->
            space
                .openClusterStore(context)
                .thenCompose(
                    store -> tenants.page(store, application, userPrefix, query, listing)));
  }

  /**
   * The first 200 zones of the tenant that hold items, dead letters or settings, and as many of
   * each external store that answers.
   */
  public CompletableFuture<List<ZoneSummary>> zones(TenantId tenant) {
    return external(tenant)
        .zones(ZONES_MAX)
        .thenCompose(
            outside ->
                cluster.read(
                    context ->
                        cluster
                            .begin(context, tenant)
                            .thenCompose(transaction -> zones(transaction, outside))));
  }

  private ExternalContents external(TenantId tenant) {
    return new ExternalContents(cluster.options().externalStores(), tenant);
  }

  private CompletableFuture<List<ZoneSummary>> zones(
      TenantTransaction transaction, Map<String, ExternalContents.Zone> outside) {
    return QueueZone.zonesOf(transaction.store(), ZONES_MAX)
        .thenCompose(
            names -> {
              TreeSet<String> all = new TreeSet<>(names);
              all.addAll(outside.keySet());
              return zones(transaction, List.copyOf(all));
            })
        .thenApply(
            zones ->
                zones.stream()
                    .map(zone -> completed(zone, outside, transaction.context().now()))
                    .toList());
  }

  private static ZoneSummary completed(
      ZoneSummary zone, Map<String, ExternalContents.Zone> outside, Instant now) {
    ExternalContents.Zone found = outside.get(zone.zone());
    return found == null ? zone : found.summary(zone, now);
  }

  /** One zone; its counts are zero when the zone is empty or does not exist. */
  public CompletableFuture<ZoneSummary> zone(TenantId tenant, String zone) {
    CompletableFuture<Map<String, ExternalContents.Zone>> outside =
        ExternalZoneName.isExternal(zone)
            ? external(tenant).zones(QueueLimits.BATCH_ITEMS_MAX)
            : CompletableFuture.completedFuture(Map.of());
    return outside.thenCompose(
        found ->
            cluster.read(
                context ->
                    cluster
                        .begin(context, tenant)
                        .thenCompose(transaction -> zone(transaction, zone))
                        .thenApply(summary -> completed(summary, found, context.now()))));
  }

  private CompletableFuture<List<ZoneSummary>> zones(
      TenantTransaction transaction, List<String> names) {
    List<ZoneSummary> zones = new ArrayList<>();
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (String name : names) {
      chain = chain.thenCompose(done -> zone(transaction, name)).thenAccept(zones::add);
    }
    return chain.thenApply(done -> List.copyOf(zones));
  }

  private CompletableFuture<ZoneSummary> zone(TenantTransaction transaction, String name) {
    QueueZone zone = transaction.zone(name);
    CompletableFuture<Long> dead = zone.countDeadLettersByType().thenApply(ClusterInspector::sum);
    CompletableFuture<Optional<Instant>> earliest = zone.earliestVesting();
    CompletableFuture<ZoneSettings> settings = zone.settings();
    CompletableFuture<Optional<PointerView>> pointer = pointer(transaction, name);
    return zone.countByType()
        .thenCompose(
            items ->
                dead.thenCompose(
                    letters ->
                        earliest.thenCompose(
                            first ->
                                settings.thenCombine(
                                    pointer,
                                    (set, found) ->
                                        new ZoneSummary(
                                            name, items, letters, first, set.paused(), found)))));
  }

  private CompletableFuture<Optional<PointerView>> pointer(
      TenantTransaction transaction, String zone) {
    RecordContext context = transaction.context();
    TenantId tenant = transaction.tenant();
    return space
        .openClusterStore(context)
        .thenCompose(
            store ->
                cluster
                    .applicationId(context, tenant.application())
                    .thenCompose(id -> space.pointer(store, id.orElseThrow(), tenant, zone)))
        .thenApply(
            found ->
                found.map(
                    state ->
                        new PointerView(
                            state.vesting(),
                            state.lastActive(),
                            state.asleep(),
                            state.failedVisits())));
  }

  /**
   * Items of a zone: first those that are not blocked, by priority and vesting time, then those
   * blocked in their groups, by id; in each of the two by the filter's order where it has one. Dead
   * and parked items are listed, by id, only when the filter asks for them. The states of the items
   * are those at the time of the first page. A page may be shorter than the limit and still have a
   * continuation.
   *
   * @param limit the most items of a page, 1 to 1,000
   * @throws dev.tenure.record.query.text.QueryTextException when filter or order cannot be read
   */
  public CompletableFuture<Page<ItemView>> items(
      TenantId tenant, String zone, ItemFilter filter, int limit, Optional<String> continuation) {
    QueueLimits.checkName("zone", zone, QueueLimits.ZONE_BYTES_MAX);
    InstantSource clock = cluster.database().clock();
    if (ExternalZoneName.isExternal(zone)) {
      ExternalZoneName name = ExternalZoneName.parse(zone).orElseThrow();
      return external(tenant).items(name, filter, limit, continuation, clock.instant());
    }
    Listing listing = Listing.of(limit, continuation, clock);
    ItemListing items = new ItemListing(zone, filter, listing.begun());
    return cluster.read(
        context ->
            cluster
                .begin(context, tenant)
                .thenCompose(
                    transaction ->
                        listing.page(
                            clock, (from, options) -> items.rows(transaction, from, options))));
  }

  /** One item or dead letter, with its body and its failed attempts. */
  public CompletableFuture<Optional<ItemView>> item(TenantId tenant, String zone, String id) {
    QueueLimits.checkName("zone", zone, QueueLimits.ZONE_BYTES_MAX);
    QueueLimits.checkName("id", id, QueueLimits.ITEM_ID_BYTES_MAX);
    Optional<ExternalZoneName> name = ExternalZoneName.parse(zone);
    if (name.isPresent()) {
      return externalItem(tenant, name.get(), id)
          .thenApply(found -> found.view(cluster.database().clock().instant()));
    }
    return cluster.read(
        context ->
            cluster.begin(context, tenant).thenCompose(transaction -> item(transaction, zone, id)));
  }

  /**
   * One item or dead letter of an external zone. Reads some pages of the store when many ids begin
   * with the same characters.
   *
   * @throws dev.tenure.queue.QueueException {@code EXTERNAL_STORE_UNKNOWN}
   */
  public CompletableFuture<ExternalItem> externalItem(
      TenantId tenant, ExternalZoneName zone, String id) {
    return external(tenant).find(zone, id);
  }

  /** As {@link #item(TenantId, String, String)}, in the caller's transaction. */
  public static CompletableFuture<Optional<ItemView>> item(
      TenantTransaction transaction, String zone, String id) {
    return ItemListing.item(transaction.zone(zone), id);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
