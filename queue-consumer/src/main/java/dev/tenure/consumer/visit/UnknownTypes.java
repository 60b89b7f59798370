package dev.tenure.consumer.visit;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;

import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.TypeVersion;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TypeNews;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Parks items of types that no live consumer runs. An item is parked when three times have passed
 * the configured limit: the time since a visit of this consumer first met the type, the time since
 * the item vested, and the time since a consumer last announced the type at the item's schema
 * version or a higher one. The first condition keeps a consumer whose clock is hours ahead from
 * parking items that have just arrived. The parking transaction reads the announcements
 * serializably. Thread-safe.
 */
public final class UnknownTypes {
  private static final int ITEMS_AT_ONCE_MAX = 100;
  private static final long BYTES_AT_ONCE_MAX = 1_000_000;
  private static final int ROUNDS_MAX = 100;
  private static final Duration LEASE = Duration.ofSeconds(1);

  private final Environment environment;
  private final Throttle throttle;
  private final Map<String, List<ConsumerInfo>> live = new ConcurrentHashMap<>();
  private final Map<MetType, Instant> firstMet = new ConcurrentHashMap<>();
  private final RunOptions run = RunOptions.defaults().withName("park").withAttemptsMax(3);

  public UnknownTypes(Environment environment, Throttle throttle) {
    this.environment = environment;
    this.throttle = throttle;
  }

  /** A type without a handler here that visits to zones of a cluster have met. */
  private record MetType(String cluster, TypeVersion type) {}

  /** Notes the live consumers of the cluster by the last heartbeat. */
  public void live(String cluster, List<ConsumerInfo> consumers) {
    live.put(cluster, List.copyOf(consumers));
  }

  /** The time at which an item of an unknown type may be parked. */
  Instant dueAt(Instant vesting) {
    return vesting.plus(environment.options().tuning().unknownTypeParkedAfter());
  }

  /**
   * Parks the items of a zone that are due; reads nothing if none can be due. The future never
   * fails.
   */
  CompletableFuture<Void> parkIn(ItemLocation home, Map<TypeVersion, Instant> met) {
    Instant now = environment.time().now();
    String cluster = home.cluster().name();
    boolean due =
        met.entrySet().stream()
            .filter(each -> isDue(cluster, each.getKey(), now))
            .anyMatch(each -> !dueAt(each.getValue()).isAfter(now));
    if (!due || environment.lifeCycle().over()) {
      return CompletableFuture.completedFuture(null);
    }
    int[] rounds = new int[1];
    return reported(
        home,
        AsyncLoop.whileTrue(
            () ->
                parkSome(home)
                    .thenApply(parking -> tell(parking, home.tenant()).more())
                    .thenApply(more -> more && ++rounds[0] < ROUNDS_MAX)));
  }

  /** Parks a local item if it is due. The future never fails. */
  CompletableFuture<Void> parkLocal(Source source, String id, TypeVersion type) {
    QueueCluster cluster = source.cluster();
    if (!isDue(cluster.name(), type, environment.time().now())) {
      return CompletableFuture.completedFuture(null);
    }
    TenantId nobody = new TenantId(WorkContext.LOCAL_APPLICATION, cluster.name());
    return reported(
        source,
        inClusterStore(
                cluster,
                store ->
                    new Parking(store, cluster.space().shardZone(store, source.shard()))
                        .parkOne(id, type))
            .thenAccept(parking -> tell(parking, nobody)));
  }

  private Parking tell(Parking parking, TenantId tenant) {
    parking.parked.forEach(
        item -> {
          environment.meters().count(Meter.PARKED);
          String reason = reason(TypeVersion.of(item));
          environment.listener().tell(listener -> listener.itemParked(item, tenant, reason));
        });
    return parking;
  }

  /**
   * Whether no live consumer runs the type, and visits of this consumer have met it for long
   * enough.
   */
  private boolean isDue(String cluster, TypeVersion type, Instant now) {
    Instant first = firstMet.computeIfAbsent(new MetType(cluster, type), absent -> now);
    return !dueAt(first).isAfter(now) && !isLive(cluster, type);
  }

  private boolean isLive(String cluster, TypeVersion type) {
    return live.getOrDefault(cluster, List.of()).stream()
        .anyMatch(consumer -> consumer.knows(type.type(), type.schemaVersion()));
  }

  private CompletableFuture<Void> reported(Object where, CompletableFuture<Void> parking) {
    return parking.exceptionally(
        error -> {
          Throwable plain = FdbErrorPredicates.unwrap(error);
          if (!FdbErrorPredicates.conflict(plain) && !environment.lifeCycle().over()) {
            environment.log().failed("parking items of unknown type", where, plain);
          }
          return null;
        });
  }

  /** Parks some of the items that are due, in one transaction. */
  private CompletableFuture<Parking> parkSome(ItemLocation home) {
    QueueCluster cluster = home.cluster();
    return inClusterStore(
        cluster,
        store ->
            cluster
                .begin(store.context(), home.tenant())
                .thenCompose(tx -> new Parking(store, tx.zone(home.zone())).parkSome()));
  }

  private CompletableFuture<Parking> inClusterStore(
      QueueCluster cluster, Function<RecordStore, CompletableFuture<Parking>> parking) {
    return cluster
        .database()
        .run(run, context -> cluster.space().openClusterStore(context).thenCompose(parking));
  }

  /** The parking of some items in one transaction. */
  private final class Parking {
    private final RecordStore clusterStore;
    private final QueueZone zone;
    private final Map<TypeVersion, CompletableFuture<Boolean>> unknown = new HashMap<>();
    private final List<WorkItem> parked = new ArrayList<>();
    private boolean full;

    Parking(RecordStore clusterStore, QueueZone zone) {
      this.clusterStore = clusterStore;
      this.zone = zone;
    }

    /** Whether more items may be due. */
    boolean more() {
      return full && !parked.isEmpty();
    }

    CompletableFuture<Parking> parkSome() {
      return zone.peekIds(PeekRequest.first(ITEMS_AT_ONCE_MAX).where(mayBeParked()))
          .thenCompose(
              items -> {
                List<IndexedItem> some = withinBytes(items);
                full = items.size() == ITEMS_AT_ONCE_MAX || some.size() < items.size();
                return AsyncLoop.forEach(
                        some, item -> parkIfUnknown(item.id(), TypeVersion.of(item)))
                    .thenApply(done -> this);
              });
    }

    /**
     * The condition on items that may be parked: vested long enough ago, and of no type that a
     * handler here reads.
     */
    private QueryPredicate mayBeParked() {
      Instant since = zone.now().minus(environment.options().tuning().unknownTypeParkedAfter());
      QueryPredicate due = lessOrEqual(field("vesting_millis"), since.toEpochMilli());
      return throttle.known().map(known -> and(not(known), due)).orElse(due);
    }

    private static List<IndexedItem> withinBytes(List<IndexedItem> items) {
      List<IndexedItem> some = new ArrayList<>();
      long bytes = 0;
      for (IndexedItem item : items) {
        bytes += item.bodySize();
        if (!some.isEmpty() && bytes > BYTES_AT_ONCE_MAX) {
          break;
        }
        some.add(item);
      }
      return some;
    }

    CompletableFuture<Parking> parkOne(String id, TypeVersion type) {
      return parkIfUnknown(id, type).thenApply(done -> this);
    }

    private CompletableFuture<Void> parkIfUnknown(String id, TypeVersion type) {
      return unknown
          .computeIfAbsent(type, this::askIfUnknown)
          .thenCompose(nobody -> nobody ? park(id, type) : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Boolean> askIfUnknown(TypeVersion type) {
      Instant since = zone.now().minus(environment.options().tuning().unknownTypeParkedAfter());
      CompletableFuture<TypeNews> news =
          ConsumerRegistry.news(clusterStore, type.type(), type.schemaVersion());
      return news.thenApply(told -> told.isUnknownSince(since));
    }

    private CompletableFuture<Void> park(String id, TypeVersion type) {
      return zone.obtainLease(id, LEASE, environment.options().id())
          .thenCompose(
              lease ->
                  lease instanceof LeaseResult.Granted granted
                      ? park(granted.leased(), type)
                      : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> park(LeasedItem leased, TypeVersion type) {
      return zone.moveToDeadLetter(
              leased.item().id(),
              leased.lease().id(),
              DeadLetterKind.PARKED,
              reason(type),
              Optional.empty())
          .thenAccept(
              outcome -> {
                if (outcome == ZoneOutcome.DONE) {
                  parked.add(leased.item());
                }
              });
    }
  }

  private String reason(TypeVersion type) {
    int known = throttle.versionKnown(type.type());
    return "no consumer has announced type \""
        + type.type()
        + "\" at schema version "
        + type.schemaVersion()
        + " for "
        + environment.options().tuning().unknownTypeParkedAfter()
        + "; consumer "
        + environment.options().id()
        + (known == 0 ? " has no handler for it" : " reads its versions up to " + known);
  }
}
