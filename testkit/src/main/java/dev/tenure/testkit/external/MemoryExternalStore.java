package dev.tenure.testkit.external;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.TakenItem;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An external store in memory. Its operations are answered at once. Beside the items it has the
 * application's data, which {@link MemoryEffects} change. Thread-safe; needs no closing.
 */
public final class MemoryExternalStore implements ExternalStore {
  private final InstantSource clock;
  private final boolean leasesItems;
  private final Duration pointerLease;
  private NavigableMap<ItemKey, MemoryItem> items = new TreeMap<>();
  private Map<String, String> data = new TreeMap<>();

  /** Orders items by zone and id. */
  private record ItemKey(TenantId tenant, String zone, String id) implements Comparable<ItemKey> {
    private static final Comparator<ItemKey> ORDER =
        Comparator.comparing(ItemKey::tenant)
            .thenComparing(ItemKey::zone)
            .thenComparing(ItemKey::id);

    static ItemKey of(ZoneAddress zone, String id) {
      return new ItemKey(zone.tenant(), zone.zone(), id);
    }

    ZoneAddress address() {
      return new ZoneAddress(tenant, zone);
    }

    @Override
    public int compareTo(ItemKey other) {
      return ORDER.compare(this, other);
    }
  }

  /** The content of a store at one time. */
  public static final class Backup {
    private final NavigableMap<ItemKey, MemoryItem> items;
    private final Map<String, String> data;

    private Backup(NavigableMap<ItemKey, MemoryItem> items, Map<String, String> data) {
      this.items = new TreeMap<>(items);
      this.data = new TreeMap<>(data);
    }
  }

  private MemoryExternalStore(InstantSource clock, boolean leasesItems, Duration pointerLease) {
    this.clock = clock;
    this.leasesItems = leasesItems;
    this.pointerLease = pointerLease;
  }

  /** A store that leases items. */
  public static MemoryExternalStore leasingItems(InstantSource clock) {
    return new MemoryExternalStore(clock, true, Duration.ofSeconds(5));
  }

  /** A store without leases on items: visits lease pointers for this time. */
  public static MemoryExternalStore leasingPointers(InstantSource clock, Duration pointerLease) {
    return new MemoryExternalStore(clock, false, pointerLease);
  }

  public synchronized Backup backup() {
    return new Backup(items, data);
  }

  public synchronized void restore(Backup backup) {
    items = new TreeMap<>(backup.items);
    data = new TreeMap<>(backup.data);
  }

  /** A copy of the application's data. */
  public synchronized Map<String, String> data() {
    return new TreeMap<>(data);
  }

  /** A transaction of a producer: enqueues an item together with a change of the data. */
  public synchronized boolean enqueueWith(
      ZoneAddress zone, NewItem item, long life, MemoryEffects change) {
    change.apply(data);
    return add(zone, item, life);
  }

  private boolean add(ZoneAddress zone, NewItem item, long life) {
    ItemKey key = ItemKey.of(zone, item.id().orElseThrow());
    return items.putIfAbsent(key, MemoryItem.of(item, life, clock.instant())) == null;
  }

  private static <T> CompletableFuture<T> done(Supplier<T> operation) {
    try {
      return CompletableFuture.completedFuture(operation.get());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public boolean leasesItems() {
    return leasesItems;
  }

  @Override
  public Duration pointerLease() {
    return pointerLease;
  }

  @Override
  public synchronized CompletableFuture<Boolean> enqueue(
      ZoneAddress zone, NewItem item, long life) {
    return done(() -> add(zone, item, life));
  }

  @Override
  public synchronized CompletableFuture<Boolean> withdraw(ZoneAddress zone, String id, long life) {
    ItemKey key = ItemKey.of(zone, id);
    MemoryItem found = items.get(key);
    boolean untouched =
        found != null
            && found.life() == life
            && found.counts().leases() == 0
            && !found.isDead()
            && leasesItems;
    if (untouched) {
      items.remove(key);
    }
    return CompletableFuture.completedFuture(untouched);
  }

  @Override
  public synchronized CompletableFuture<ExternalDequeue> dequeue(
      ZoneAddress zone, LeaseId lease, DequeueRequest request, Predicate<IndexedItem> permits) {
    Instant now = clock.instant();
    List<TakenItem> taken = new ArrayList<>();
    int refused = 0;
    boolean more = false;
    long bytes = 0;
    for (MemoryItem each : vested(zone, now)) {
      int size = each.item().body().size();
      if (taken.size() == request.max()
          || (!taken.isEmpty() && bytes + size > request.bytesMax())) {
        more = true;
        break;
      }
      if (!permits.test(each.indexed())) {
        refused++;
        continue;
      }
      bytes += size;
      MemoryItem leased = each.leased(lease, request.lease(), request.consumer(), now);
      if (leasesItems) {
        items.put(ItemKey.of(zone, each.id()), leased);
      }
      taken.add(leased.taken(zone));
    }
    Optional<Duration> next =
        of(zone)
            .map(MemoryItem::vesting)
            .filter(vesting -> vesting.isAfter(now))
            .min(Comparator.naturalOrder())
            .map(vesting -> Duration.between(now, vesting));
    return CompletableFuture.completedFuture(new ExternalDequeue(taken, more, refused, next));
  }

  private List<MemoryItem> vested(ZoneAddress zone, Instant now) {
    return of(zone)
        .filter(each -> !each.vesting().isAfter(now))
        .sorted(
            Comparator.comparing((MemoryItem each) -> each.item().priority())
                .thenComparing(MemoryItem::vesting))
        .toList();
  }

  /** The items of a zone that are no dead letters. */
  private Stream<MemoryItem> of(ZoneAddress zone) {
    return all(zone).filter(each -> !each.isDead());
  }

  private Stream<MemoryItem> all(ZoneAddress zone) {
    return items.tailMap(ItemKey.of(zone, "")).entrySet().stream()
        .takeWhile(each -> each.getKey().address().equals(zone))
        .map(Map.Entry::getValue);
  }

  @Override
  public synchronized CompletableFuture<Optional<Duration>> look(ZoneAddress zone) {
    Instant now = clock.instant();
    return CompletableFuture.completedFuture(
        of(zone)
            .map(MemoryItem::vesting)
            .min(Comparator.naturalOrder())
            .map(vesting -> until(vesting, now)));
  }

  private static Duration until(Instant vesting, Instant now) {
    return vesting.isAfter(now) ? Duration.between(now, vesting) : Duration.ZERO;
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> extend(
      ZoneAddress zone, String id, LeaseId lease, Duration duration) {
    return held(
        zone,
        id,
        lease,
        (key, item) -> items.put(key, item.extended(lease, duration, clock.instant())));
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> complete(
      ZoneAddress zone, String id, LeaseId lease, Optional<ExternalEffects> effects) {
    return held(
        zone,
        id,
        lease,
        (key, item) -> {
          effects.ifPresent(this::apply);
          return items.remove(key);
        });
  }

  private void apply(ExternalEffects effects) {
    if (!(effects instanceof MemoryEffects known)) {
      throw new IllegalArgumentException(
          "a store in memory applies MemoryEffects, not " + effects.getClass().getName());
    }
    Map<String, String> changed = new TreeMap<>(data);
    known.apply(changed);
    data = changed;
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> requeue(
      ZoneAddress zone, String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    Instant now = clock.instant();
    return held(
        zone,
        id,
        lease,
        (key, item) -> items.put(key, item.requeued(now.plus(delay), failure, now)));
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> moveToDeadLetter(
      ZoneAddress zone,
      String id,
      LeaseId lease,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure) {
    return held(
        zone,
        id,
        lease,
        (key, item) -> items.put(key, item.setAside(kind, reason, failure, clock.instant())));
  }

  private CompletableFuture<ZoneOutcome> held(
      ZoneAddress zone, String id, LeaseId lease, BiFunction<ItemKey, MemoryItem, ?> change) {
    ItemKey key = ItemKey.of(zone, id);
    MemoryItem found = items.get(key);
    if (found == null || found.isDead()) {
      return CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE);
    }
    if (leasesItems && !found.isHeldBy(lease)) {
      return CompletableFuture.completedFuture(ZoneOutcome.LEASE_LOST);
    }
    return done(
        () -> {
          var unused = change.apply(key, found);
          return ZoneOutcome.DONE;
        });
  }

  @Override
  public synchronized CompletableFuture<List<DueZone>> zones(Optional<ZoneAddress> after, int max) {
    List<ZoneAddress> found =
        items.entrySet().stream()
            .filter(each -> !each.getValue().isDead())
            .map(each -> each.getKey().address())
            .distinct()
            .filter(each -> after.isEmpty() || isAfter(each, after.get()))
            .limit(max)
            .toList();
    return CompletableFuture.completedFuture(
        found.stream().map(each -> new DueZone(each, look(each).join().orElseThrow())).toList());
  }

  private static boolean isAfter(ZoneAddress one, ZoneAddress other) {
    return ItemKey.of(one, "").compareTo(ItemKey.of(other, "")) > 0;
  }

  @Override
  public synchronized CompletableFuture<List<ZoneCounts>> zonesOf(
      TenantId tenant, Optional<String> after, int max) {
    return CompletableFuture.completedFuture(
        items.keySet().stream()
            .filter(each -> each.tenant().equals(tenant))
            .map(ItemKey::zone)
            .distinct()
            .filter(each -> after.isEmpty() || each.compareTo(after.get()) > 0)
            .limit(max)
            .map(each -> counts(new ZoneAddress(tenant, each)))
            .toList());
  }

  private ZoneCounts counts(ZoneAddress zone) {
    Map<String, Long> alive =
        of(zone).collect(Collectors.groupingBy(each -> each.item().type(), Collectors.counting()));
    return new ZoneCounts(zone.zone(), alive, all(zone).filter(MemoryItem::isDead).count());
  }

  @Override
  public synchronized CompletableFuture<List<WorkItem>> items(
      ZoneAddress zone, Optional<String> after, int max) {
    return CompletableFuture.completedFuture(
        of(zone)
            .filter(each -> after.isEmpty() || each.id().compareTo(after.get()) > 0)
            .limit(max)
            .map(each -> each.workItem(zone))
            .toList());
  }

  @Override
  public synchronized CompletableFuture<List<DeadLetter>> deadLetters(
      ZoneAddress zone, Optional<String> after, int max) {
    return CompletableFuture.completedFuture(
        all(zone)
            .filter(MemoryItem::isDead)
            .filter(each -> after.isEmpty() || each.id().compareTo(after.get()) > 0)
            .limit(max)
            .map(each -> each.deadLetter(zone))
            .toList());
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, String id) {
    ItemKey key = ItemKey.of(zone, id);
    MemoryItem found = items.get(key);
    if (found == null || !found.isDead()) {
      return CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE);
    }
    items.put(key, found.redriven(clock.instant()));
    return CompletableFuture.completedFuture(ZoneOutcome.DONE);
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> cancel(ZoneAddress zone, String id) {
    return CompletableFuture.completedFuture(
        items.remove(ItemKey.of(zone, id)) == null ? ZoneOutcome.ITEM_GONE : ZoneOutcome.DONE);
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, DeadLetter read) {
    return isThere(zone, read)
        ? redrive(zone, read.item().id())
        : CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE);
  }

  @Override
  public synchronized CompletableFuture<ZoneOutcome> remove(ZoneAddress zone, DeadLetter read) {
    return isThere(zone, read)
        ? cancel(zone, read.item().id())
        : CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE);
  }

  private boolean isThere(ZoneAddress zone, DeadLetter read) {
    MemoryItem found = items.get(ItemKey.of(zone, read.item().id()));
    return found != null && found.isDead() && found.deadLetter(zone).at().equals(read.at());
  }
}
