package dev.tenure.queue.pointer;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneWaker;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The data of the pointer protocol on one cluster: its keys, ClusterDB, signals. Thread-safe. */
public final class PointerSpace {
  /** An awake pointer that vests later than this was written by a clock that is ahead. */
  private static final Duration AHEAD_MAX = Duration.ofSeconds(1);

  private final String cluster;
  private final RecordDatabase database;
  private final ClusterKeys keys;
  private final RecordMetaData clusterMetaData;
  private final int shards;
  private final PointerEntries entries;
  private final Nudges nudges;
  private final Signals signals;
  private final PointerMeters meters = new PointerMeters();
  private final ClusterTime time;
  private final WakeChecks wakeChecks;
  private volatile ShardPlan plan;
  private volatile boolean leasesTogether;

  /**
   * @param time corrects the database's clock
   * @param clusterMetaData the metadata of ClusterDB, which includes {@link
   *     dev.tenure.queue.zone.QueueSchema}
   * @param shards the number of top-level queues over which new pointers are spread
   */
  public PointerSpace(
      String cluster,
      RecordDatabase database,
      ClusterTime time,
      ClusterKeys keys,
      RecordMetaData clusterMetaData,
      int shards) {
    this.cluster = cluster;
    this.database = database;
    this.keys = keys;
    this.clusterMetaData = clusterMetaData;
    this.shards = shards;
    this.plan = new ShardPlan(shards, Map.of());
    this.entries = new PointerEntries(keys.entries());
    this.nudges = new Nudges(keys.nudges());
    this.signals = new Signals(database, keys.signals());
    this.time = time;
    this.wakeChecks = new WakeChecks(this);
  }

  /**
   * Says which applications have shards of their own, as this process has read it last. An old plan
   * is harmless: a pointer may lie in any shard.
   */
  public void plan(Map<String, List<Integer>> owned) {
    plan = new ShardPlan(shards, owned);
  }

  /** The application whose shard that is, as this process knows; empty for a common shard. */
  public Optional<String> owner(int shard) {
    return plan.owner(shard);
  }

  /** Whether visits lease items together, as this process has read it last. */
  public boolean leasesTogether() {
    return leasesTogether;
  }

  public void leaseTogether(boolean together) {
    leasesTogether = together;
  }

  public Signals signals() {
    return signals;
  }

  public PointerMeters meters() {
    return meters;
  }

  /** This process's clock, compared with those of the consumers. */
  public ClusterTime time() {
    return time;
  }

  public CompletableFuture<RecordStore> openClusterStore(RecordContext context) {
    return RecordStore.open(context, keys.clusterStore(), clusterMetaData, OpenMode.OPEN);
  }

  /** A zone of a tenant's open store. Enqueues wake its pointer in the same transaction. */
  public QueueZone tenantZone(RecordStore store, long applicationId, TenantId tenant, String zone) {
    return new QueueZone(
        store, zone, PointerWaker.of(this, store.context(), applicationId, tenant, zone));
  }

  /**
   * The pointer of a zone, in the caller's transaction, by snapshot; empty when the zone has none.
   */
  public CompletableFuture<Optional<PointerState>> pointer(
      RecordStore clusterStore, long applicationId, TenantId tenant, String zone) {
    return entries
        .read(clusterStore.context(), applicationId, tenant.user(), zone)
        .thenCompose(
            found ->
                found.exists()
                    ? load(clusterStore, ref(applicationId, tenant, zone, found), found)
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  /** As {@link #pointer}, with the existence entry and the nudges of the zone. */
  public CompletableFuture<PointerSight> sight(
      RecordStore clusterStore, long applicationId, TenantId tenant, String zone) {
    return entries
        .read(clusterStore.context(), applicationId, tenant.user(), zone)
        .thenCompose(
            found -> {
              if (!found.exists()) {
                return CompletableFuture.completedFuture(PointerSight.NONE);
              }
              PointerRef ref = ref(applicationId, tenant, zone, found);
              return load(clusterStore, ref, found)
                  .thenCombine(
                      nudges.earliest(clusterStore.context(), ref),
                      (state, nudge) -> new PointerSight(true, state, nudge));
            });
  }

  private static PointerRef ref(
      long applicationId, TenantId tenant, String zone, PointerEntries.Entries found) {
    return new PointerRef(applicationId, tenant, zone, found.shard().getAsInt());
  }

  private static CompletableFuture<Optional<PointerState>> load(
      RecordStore clusterStore, PointerRef ref, PointerEntries.Entries found) {
    return Pointers.loadBySnapshot(clusterStore, ref)
        .thenApply(record -> record.map(stored -> Pointers.state(ref, stored, found.asleep())));
  }

  /** The number of pointers in the shard. */
  public CompletableFuture<Long> countPointers(RecordStore clusterStore, int shard) {
    return shardZone(clusterStore, shard).count(Pointers.TYPE);
  }

  /** The top-level queue of a shard as a zone, for local items. */
  public QueueZone shardZone(RecordStore clusterStore, int shard) {
    RecordContext context = clusterStore.context();
    return new QueueZone(
        clusterStore, Pointers.shardZone(shard), new ShardWaker(this, context, shard));
  }

  /**
   * The pointer's half of an enqueue into an external zone, after the item was stored there (paper
   * section 6.1): creates the pointer, or writes a nudge, or makes sure that the pointer is not
   * being deleted. For this the transaction declares a write conflict on the arrival key, so that
   * its conflicts are checked even if it writes nothing.
   */
  public CompletableFuture<Void> arrived(
      RecordContext context,
      long applicationId,
      TenantId tenant,
      String zone,
      Instant vesting,
      String itemId) {
    PointerWaker waker = PointerWaker.of(this, context, applicationId, tenant, zone);
    return waker
        .prepare()
        .thenAccept(
            ready -> {
              context
                  .transaction()
                  .addWriteConflictKey(entries.arrivalKey(applicationId, tenant.user(), zone));
              waker.wake(vesting, itemId);
            });
  }

  /**
   * Writes a nudge for an item that was committed before, if the zone's pointer is asleep, or is
   * awake and vests too late because a process wrote it whose clock is ahead.
   */
  CompletableFuture<Void> nudgeLate(
      RecordContext context, PointerRef ref, Instant vesting, String itemId) {
    return entries
        .read(context, ref.applicationId(), ref.tenant().user(), ref.zone())
        .thenCompose(
            found ->
                found.exists()
                    ? isAhead(context, ref, found, vesting)
                    : CompletableFuture.completedFuture(false))
        .thenCompose(
            ahead ->
                ahead
                    ? nudge(context, ref, vesting, itemId)
                    : CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Boolean> isAhead(
      RecordContext context, PointerRef ref, PointerEntries.Entries found, Instant vesting) {
    if (found.asleep()) {
      return CompletableFuture.completedFuture(true);
    }
    Instant due = (vesting.isAfter(context.now()) ? vesting : context.now()).plus(AHEAD_MAX);
    return openClusterStore(context)
        .thenCompose(store -> load(store, ref, found))
        .thenApply(state -> state.filter(it -> it.vesting().isAfter(due)).isPresent());
  }

  private CompletableFuture<Void> nudge(
      RecordContext context, PointerRef ref, Instant vesting, String itemId) {
    PointerWaker waker = PointerWaker.nudgingOnly(this, context, ref);
    return waker
        .prepare()
        .thenAccept(
            ready -> {
              waker.wake(vesting, itemId);
              meters.lateNudge();
            });
  }

  int shardFor(long applicationId, TenantId tenant, String zone) {
    Tuple key = Tuple.from(applicationId, tenant.user(), zone);
    int hash = Arrays.hashCode(key.pack()) * 0x9E3779B1;
    return plan.shard(tenant.application(), hash >>> 8);
  }

  String cluster() {
    return cluster;
  }

  RecordDatabase database() {
    return database;
  }

  ClusterKeys keys() {
    return keys;
  }

  PointerEntries entries() {
    return entries;
  }

  Nudges nudges() {
    return nudges;
  }

  WakeChecks wakeChecks() {
    return wakeChecks;
  }

  /** Signals a shard's scanners; a top-level queue has no pointer that could be woken. */
  private record ShardWaker(PointerSpace space, RecordContext context, int shard)
      implements ZoneWaker {
    @Override
    public CompletableFuture<Void> prepare() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void wake(Instant vesting, String itemId) {
      space.signals().bump(context, shard);
    }
  }
}
