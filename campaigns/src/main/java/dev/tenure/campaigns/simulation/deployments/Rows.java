package dev.tenure.campaigns.simulation.deployments;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.run.DirectDatabase;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of all tenants as they are stored, read past all faults without running a task. Rows
 * are read again one by one, after the task of the engine that wrote them.
 */
final class Rows {
  private static final long LAYOUT = 1;
  private static final long TENANT_STORES = 2;
  private static final long HEADER = 0;
  private static final long RECORDS = 1;

  /**
   * Type keys, as docs/formats/queue.md has them; {@link #HEADER} stands for the store's header.
   */
  private static final long ITEM = 1_000;

  private static final long BODY = 1_001;
  private static final long DEAD_LETTER = 1_003;
  private static final long SETTINGS = 1_004;

  private static final Map<Long, String> TYPES =
      new TreeMap<>(
          Map.of(ITEM, "QueueItem", DEAD_LETTER, "QueueDeadLetter", SETTINGS, "QueueZoneSettings"));

  private static final Duration SOON = Duration.ofMinutes(1);

  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);

  private final DeploymentWorld world;
  private final RecordDatabase database;
  private final List<Cluster> clusters = new ArrayList<>();
  private final Map<RowKey, ItemRow> items = new TreeMap<>();
  private final Map<RowKey, QueueDeadLetter> deadLetters = new TreeMap<>();
  private final Set<RowKey> pausedZones = new TreeSet<>();
  private final Map<TenantId, StoreVersions> versions = new TreeMap<>();
  private List<? extends RowListener> listeners = List.of();
  private List<byte[]> before = List.of();

  /** A cluster past all faults, and the names of the applications on it. */
  private record Cluster(QueueCluster cluster, Subspace root, Map<Long, String> applications) {}

  /** Where a row lies in a tenant's store. */
  private record Place(Cluster cluster, TenantId tenant, long type, Tuple primaryKey) {}

  /** Opens the clusters, running tasks until that is done. */
  Rows(DeploymentWorld world) {
    this.world = world;
    this.database = DirectDatabase.of(world.engine);
    for (ClusterOptions options : world.clusters) {
      QueueCluster opened =
          world.scheduler.join(QueueCluster.open(database, options, Schemas.asStored()));
      clusters.add(new Cluster(opened, options.root(), new HashMap<>()));
    }
  }

  /** From now on, gives changes to the listeners as soon as they are written. */
  void begin(List<? extends RowListener> told) {
    listeners = told;
    for (Cluster cluster : clusters) {
      inContext(
          context -> {
            for (String application : DeploymentPlan.APPLICATIONS) {
              now(cluster.cluster().applicationId(context, application))
                  .ifPresent(id -> cluster.applications().put(id, application));
            }
          });
    }
    var unused = world.engine.takeWritten();
    world.scheduler.afterEachTask(
        process -> {
          if (world.engine.runsIn(process)) {
            readWritten();
          }
        });
  }

  Map<RowKey, ItemRow> items() {
    return items;
  }

  /** Items that may run within a minute, or that are held. */
  List<ItemRow> due() {
    Instant soon = world.scheduler.now().plus(SOON);
    return items.values().stream()
        .filter(row -> row.isLeased() || row.vesting().isBefore(soon))
        .toList();
  }

  boolean isPaused(RowKey item) {
    return pausedZones.contains(zoneOf(item.tenant(), item.zone()));
  }

  private static RowKey zoneOf(TenantId tenant, String zone) {
    return new RowKey(tenant, zone, "");
  }

  StoreVersions versions(TenantId tenant) {
    return versions.getOrDefault(tenant, StoreVersions.FIRST);
  }

  /** The consumers with a record on the cluster of that number, by id. */
  Map<String, ConsumerInfo> consumers(int number) {
    Map<String, ConsumerInfo> known = new TreeMap<>();
    QueueCluster cluster = clusters.get(number).cluster();
    inContext(
        context ->
            now(cluster.space().openClusterStore(context).thenCompose(cluster.consumers()::known))
                .forEach(each -> known.put(each.id(), each)));
    return known;
  }

  /** Pointers on all clusters. */
  long pointers() {
    return world.faults.without(
        () ->
            clusters.stream()
                .mapToLong(
                    each ->
                        world
                            .scheduler
                            .join(new ClusterInspector(each.cluster()).summary())
                            .pointers())
                .sum());
  }

  /**
   * Reads the last written rows again, because they may not have been visible when they were read.
   */
  void refresh() {
    readRows(before);
    before = List.of();
    readWritten();
  }

  private void readWritten() {
    Optional<List<byte[]>> written = world.engine.takeWritten();
    if (written.isEmpty()) {
      // Ranges were cleared: any row may have gone.
      readKnown();
      return;
    }
    List<byte[]> keys = written.get();
    if (!keys.isEmpty()) {
      List<byte[]> all = new ArrayList<>(before);
      all.addAll(keys);
      before = keys;
      readRows(all);
    }
  }

  private void readKnown() {
    List<Place> known = new ArrayList<>();
    for (Cluster cluster : clusters) {
      for (TenantId tenant : world.tenantsOn(cluster.cluster().name())) {
        inContext(context -> known.addAll(everything(context, cluster, tenant)));
      }
    }
    read(known);
    before = List.of();
  }

  /** Places of all that is stored, and of all that was known to be. */
  private List<Place> everything(RecordContext context, Cluster cluster, TenantId tenant) {
    Set<Place> places = new LinkedHashSet<>();
    items.keySet().stream()
        .filter(key -> key.tenant().equals(tenant))
        .forEach(key -> places.add(new Place(cluster, tenant, ITEM, primaryKey(key))));
    deadLetters.keySet().stream()
        .filter(key -> key.tenant().equals(tenant))
        .forEach(key -> places.add(new Place(cluster, tenant, DEAD_LETTER, primaryKey(key))));
    store(context, cluster, tenant)
        .ifPresent(
            store -> {
              TYPES.forEach(
                  (type, name) ->
                      now(store.scan(name, TupleRange.all(), Continuation.START, SNAPSHOT).asList())
                          .forEach(
                              found ->
                                  places.add(
                                      new Place(cluster, tenant, type, found.primaryKey()))));
            });
    return List.copyOf(places);
  }

  private static Tuple primaryKey(RowKey key) {
    return Tuple.from(key.zone(), key.id());
  }

  private void readRows(List<byte[]> keys) {
    Set<Place> places = new LinkedHashSet<>();
    for (byte[] key : keys) {
      place(key)
          .ifPresent(
              place -> {
                if (place.type() == BODY) {
                  places.addAll(itemsBeside(place));
                } else {
                  places.add(place);
                }
              });
    }
    read(places);
  }

  /** The items of the zone in which a body was written, which may be a lease of a visit. */
  private List<Place> itemsBeside(Place body) {
    String zone = body.primaryKey().getString(0);
    return items.keySet().stream()
        .filter(key -> key.tenant().equals(body.tenant()) && key.zone().equals(zone))
        .map(key -> new Place(body.cluster(), body.tenant(), ITEM, primaryKey(key)))
        .toList();
  }

  private void read(Collection<Place> places) {
    if (places.isEmpty()) {
      return;
    }
    inContext(
        context -> {
          long version = now(context.readVersion());
          // An item is gone before it is set aside, and a pause comes after what was leased before.
          for (long type : List.of(HEADER, ITEM, DEAD_LETTER, SETTINGS)) {
            places.stream()
                .filter(each -> each.type() == type)
                .forEach(each -> read(context, each, version));
          }
        });
  }

  private Optional<Place> place(byte[] key) {
    for (Cluster cluster : clusters) {
      if (cluster.root().contains(key)) {
        return place(cluster, cluster.root().unpack(key));
      }
    }
    return Optional.empty();
  }

  private static Optional<Place> place(Cluster cluster, Tuple path) {
    boolean isOfTenant =
        path.size() > 4 && path.getLong(0) == LAYOUT && path.getLong(1) == TENANT_STORES;
    String application = isOfTenant ? cluster.applications().get(path.getLong(2)) : null;
    if (application == null) {
      return Optional.empty();
    }
    TenantId tenant = new TenantId(application, path.getString(3));
    if (path.getLong(4) == HEADER) {
      return Optional.of(new Place(cluster, tenant, HEADER, Tuple.from()));
    }
    if (path.getLong(4) != RECORDS || path.size() <= 6) {
      return Optional.empty();
    }
    if (path.getLong(5) != BODY && !TYPES.containsKey(path.getLong(5))) {
      return Optional.empty();
    }
    return Optional.of(new Place(cluster, tenant, path.getLong(5), path.getNestedTuple(6)));
  }

  private void read(RecordContext context, Place place, long version) {
    Optional<RecordStore> store = store(context, place.cluster(), place.tenant());
    store.ifPresent(found -> versions.merge(place.tenant(), of(found, version), Rows::later));
    if (place.type() == HEADER) {
      return;
    }
    if (place.type() == ITEM) {
      item(place, withLease(store, load(store, QueueItem.class, place.primaryKey())), version);
    } else if (place.type() == DEAD_LETTER) {
      deadLetter(place, load(store, QueueDeadLetter.class, place.primaryKey()));
    } else {
      settings(place, load(store, QueueZoneSettings.class, place.primaryKey()));
    }
  }

  private static StoreVersions of(RecordStore store, long version) {
    return new StoreVersions(store.header().metaDataVersion(), store.contentFormat(), version);
  }

  private static StoreVersions later(StoreVersions before, StoreVersions now) {
    return now.contentFormat() == before.contentFormat()
        ? new StoreVersions(now.metaData(), now.contentFormat(), before.contentSince())
        : now;
  }

  /** The item with its lease, also if that is a visit's. */
  private static @Nullable QueueItem withLease(
      Optional<RecordStore> store, @Nullable QueueItem record) {
    return record == null ? null : Reads.withLease(store.orElseThrow(), record);
  }

  /** Empty when the tenant was deleted. */
  private static Optional<RecordStore> store(
      RecordContext context, Cluster cluster, TenantId tenant) {
    return context.attachment(
        "store of " + tenant,
        () -> {
          CompletableFuture<TenantTransaction> begun = cluster.cluster().begin(context, tenant);
          boolean isAbsent =
              begun.isCompletedExceptionally()
                  && begun.handle((value, error) -> FdbErrorPredicates.unwrap(error)).join()
                      instanceof QueueException absent
                  && absent.code() == QueueException.Code.TENANT_NOT_FOUND;
          return isAbsent ? Optional.empty() : Optional.of(now(begun).store());
        });
  }

  private void item(Place place, @Nullable QueueItem now, long version) {
    RowKey key = key(place);
    ItemRow before = items.get(key);
    ItemRow after = now == null ? null : row(place, key, before, now);
    if (after == null) {
      items.remove(key);
    } else {
      items.put(key, after);
    }
    boolean same = before == null ? after == null : after != null && before.item().equals(now);
    if (!same) {
      world.scheduler.note("  item " + key + " " + describe(after));
      listeners.forEach(each -> each.changed(key, before, after, version));
    }
  }

  private static String describe(@Nullable ItemRow row) {
    if (row == null) {
      return "gone";
    }
    QueueItem item = row.item();
    return item.getType()
        + " vests "
        + row.vesting()
        + (row.isLeased() ? ", held by " + item.getLeasedBy() : ", free")
        + ", errors "
        + item.getErrorCount();
  }

  private ItemRow row(Place place, RowKey key, @Nullable ItemRow before, QueueItem now) {
    Instant leasedSince =
        before != null && before.item().getLeaseId().equals(now.getLeaseId())
            ? before.leasedSince()
            : world.scheduler.now();
    return new ItemRow(key, place.cluster().cluster().name(), now, leasedSince);
  }

  private void deadLetter(Place place, @Nullable QueueDeadLetter now) {
    RowKey key = key(place);
    if (now == null) {
      deadLetters.remove(key);
    } else if (!now.equals(deadLetters.put(key, now))) {
      world.scheduler.note("  dead letter " + key + ": " + now.getReason());
      listeners.forEach(each -> each.died(key, now));
    }
  }

  private void settings(Place place, @Nullable QueueZoneSettings now) {
    RowKey zone = zoneOf(place.tenant(), place.primaryKey().getString(0));
    if (now != null && now.getPaused()) {
      pausedZones.add(zone);
    } else {
      pausedZones.remove(zone);
    }
  }

  private static RowKey key(Place place) {
    Tuple primaryKey = place.primaryKey();
    return new RowKey(place.tenant(), primaryKey.getString(0), primaryKey.getString(1));
  }

  private static <M extends Message> @Nullable M load(
      Optional<RecordStore> store, Class<M> message, Tuple primaryKey) {
    return store
        .flatMap(from -> now(from.load(message.getSimpleName(), primaryKey, Isolation.SNAPSHOT)))
        .map(stored -> message.cast(stored.message()))
        .orElse(null);
  }

  private void inContext(Consumer<RecordContext> reads) {
    world.faults.without(
        () -> {
          try (RecordContext context = database.openContext()) {
            reads.accept(context);
            return true;
          }
        });
  }

  private static <T> T now(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("the engine in memory did not answer a read at once");
    }
    return future.join();
  }
}
