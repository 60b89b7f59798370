package dev.tenure.testkit.simulation;

import com.google.protobuf.Message;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import dev.tenure.testkit.simulation.proto.SimulatedEffect;
import dev.tenure.testkit.simulation.proto.SimulatedOrder;
import dev.tenure.testkit.simulation.proto.SimulatedTally;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the whole database in one transaction, past all faults and without running a single task:
 * an engine in memory answers reads at once.
 */
final class StateReader {
  private static final RecordMetaData QUEUES =
      RecordMetaData.builder().version(1).include(QueueSchema.part()).build();

  private final SimulatedWorld world;
  private final RecordDatabase database;
  private final QueueCluster cluster;
  private final ClusterKeys keys;
  private final Map<TenantId, Known> known = new TreeMap<>();

  private record Known(long fingerprint, TenantState state) {}

  /** Opens the cluster, running tasks until that is done. */
  StateReader(SimulatedWorld world) {
    this.world = world;
    this.keys = new ClusterKeys(world.clusterOptions.root());
    SimulatedProcess process = world.scheduler.process("reader");
    this.database =
        RecordDatabase.builder(world.engine.direct())
            .clock(process.clock())
            .random(process.random())
            .executor(Runnable::run)
            .timer(process.timer())
            .joiner(world.scheduler)
            .build();
    this.cluster =
        world.scheduler.join(
            QueueCluster.open(
                database, world.clusterOptions, TenantSchemas.same(Application.META_DATA)));
  }

  QueueCluster cluster() {
    return cluster;
  }

  DatabaseState read() {
    return inContext(this::read);
  }

  /** The version of the last commit. */
  long version() {
    return inContext(context -> Reads.now(context.readVersion()));
  }

  private <T> T inContext(Function<RecordContext, T> reads) {
    return world.faults.without(
        () -> {
          try (RecordContext context = database.openContext()) {
            return reads.apply(context);
          }
        });
  }

  private DatabaseState read(RecordContext context) {
    Fingerprints fingerprints = Fingerprints.of(context);
    Map<TenantId, TenantState> tenants = new TreeMap<>();
    Map<Long, String> applications = new TreeMap<>();
    for (TenantId tenant : world.tenants) {
      long applicationId =
          Reads.now(cluster.applicationId(context, tenant.application())).orElseThrow();
      applications.put(applicationId, tenant.application());
      long fingerprint = fingerprints.of(keys.tenantStore(applicationId, tenant.user()));
      tenants.put(tenant, tenant(context, tenant, fingerprint));
    }
    RecordStore store =
        Reads.now(RecordStore.open(context, keys.clusterStore(), QUEUES, OpenMode.OPEN));
    PointerReader pointers = new PointerReader(world.clusterOptions.root(), applications);
    return new DatabaseState(
        world.scheduler.now(),
        Reads.now(context.readVersion()),
        fingerprints.ofAll(),
        tenants,
        pointers.read(context, store),
        IndexReader.ofCluster(store));
  }

  /** The tenant's state; the same object as before while no row of it has changed. */
  private TenantState tenant(RecordContext context, TenantId tenant, long fingerprint) {
    Known before = known.get(tenant);
    if (before != null && before.fingerprint() == fingerprint) {
      return before.state();
    }
    TenantState state = tenant(tenant, Reads.now(cluster.begin(context, tenant)).store());
    known.put(tenant, new Known(fingerprint, state));
    return state;
  }

  private static TenantState tenant(TenantId tenant, RecordStore store) {
    return new TenantState(
        byKey(store, QueueItem.class, i -> new ItemKey(tenant, i.getZone(), i.getId())),
        byKey(store, QueueDeadLetter.class, d -> new ItemKey(tenant, d.getZone(), d.getId())),
        GroupState.read(tenant, store),
        byKey(store, SimulatedOrder.class, SimulatedOrder::getNumber),
        byKey(store, SimulatedEffect.class, SimulatedEffect::getNumber),
        Reads.records(store, SimulatedTally.class).stream()
            .mapToLong(SimulatedTally::getEffects)
            .sum(),
        Reads.records(store, QueueZoneSettings.class).stream()
            .filter(QueueZoneSettings::getPaused)
            .map(QueueZoneSettings::getZone)
            .collect(Collectors.toSet()),
        IndexReader.ofTenant(store));
  }

  private static <K extends Comparable<K>, M extends Message> Map<K, M> byKey(
      RecordStore store, Class<M> message, Function<M, K> key) {
    Map<K, M> byKey = new TreeMap<>();
    Reads.records(store, message).forEach(record -> byKey.put(key.apply(record), record));
    return byKey;
  }
}
