package dev.tenure.testkit.simulation;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.RecordContext;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.testkit.simulation.DatabaseState.IndexState;
import dev.tenure.testkit.simulation.DatabaseState.PointerState;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One cluster as it was when each of its rows was last read: its own store, its tenants', its
 * pointers. Rows that changed are read again one by one.
 */
final class ClusterModel {
  private static final RecordMetaData QUEUES =
      RecordMetaData.builder().version(1).include(QueueSchema.part()).build();

  private static final long LAYOUT = 1;
  private static final long CLUSTER_STORE = 0;
  private static final long TENANT_STORES = 2;
  private static final long RECORDS = 1;

  private final QueueCluster cluster;
  private final Subspace root;
  private final TenantId local;
  private final Map<Long, String> applications = new TreeMap<>();
  private final Map<TenantId, StoreModel> tenants = new TreeMap<>();
  private final PointerModel pointers;
  private StoreModel own;

  /**
   * @param tenants that lie on the cluster
   */
  ClusterModel(QueueCluster cluster, List<TenantId> tenants) {
    this.cluster = cluster;
    this.root = cluster.options().root();
    this.local = new TenantId(WorkContext.LOCAL_APPLICATION, cluster.name());
    this.own = new StoreModel(local);
    this.pointers = new PointerModel(root, applications);
    tenants.forEach(tenant -> this.tenants.put(tenant, new StoreModel(tenant)));
  }

  void readAll(RecordContext context, Changes changes) {
    for (TenantId tenant : tenants.keySet()) {
      long id = Reads.now(cluster.applicationId(context, tenant.application())).orElseThrow();
      applications.put(id, tenant.application());
    }
    StoreModel ownNow = StoreModel.readAll(local, ownStore(context), false);
    own.noteChanges(ownNow, changes);
    own = ownNow;
    tenants.replaceAll(
        (tenant, before) -> {
          StoreModel now = StoreModel.readAll(tenant, store(context, tenant), true);
          before.noteChanges(now, changes);
          return now;
        });
    pointers.readAll(context);
  }

  /** A row was read again; it may be another cluster's. */
  void readAgain(RecordContext context, byte[] key, Optional<byte[]> value, Changes changes) {
    if (!root.contains(key)) {
      return;
    }
    Tuple path = root.unpack(key);
    if (path.getLong(0) != LAYOUT) {
      return;
    }
    long part = path.getLong(1);
    if (part == CLUSTER_STORE) {
      if (isRecord(path, 2)) {
        readAgain(own, ownStore(context), path, 2, changes);
      }
    } else if (part == TENANT_STORES) {
      if (isRecord(path, 4)) {
        TenantId tenant = new TenantId(application(path.getLong(2)), path.getString(3));
        readAgain(model(tenant), store(context, tenant), path, 4, changes);
      }
    } else if (part == PointerModel.ENTRIES || part == PointerModel.NUDGES) {
      Tuple rest = Tuple.fromList(path.getItems().subList(2, path.size()));
      pointers.put(part, rest, value);
    }
  }

  private String application(long id) {
    return Objects.requireNonNull(applications.get(id), () -> "no application has the id " + id);
  }

  private StoreModel model(TenantId tenant) {
    return Objects.requireNonNull(
        tenants.get(tenant), () -> tenant + " does not lie on " + cluster.name());
  }

  /** Whether the part of a path that begins at the position is a row of a store's records. */
  private static boolean isRecord(Tuple path, int at) {
    return path.size() > at + 2 && path.getLong(at) == RECORDS;
  }

  private static void readAgain(
      StoreModel model, RecordStore store, Tuple path, int at, Changes changes) {
    model.readAgain(store, path.getLong(at + 1), path.getNestedTuple(at + 2), changes);
  }

  private static RecordStore opened(RecordContext context, Subspace space) {
    return Reads.now(RecordStore.open(context, space, QUEUES, OpenMode.OPEN));
  }

  private RecordStore ownStore(RecordContext context) {
    return context.attachment(
        "own store of " + cluster.name(),
        () -> opened(context, new ClusterKeys(root).clusterStore()));
  }

  private RecordStore store(RecordContext context, TenantId tenant) {
    return context.attachment(
        "store of " + tenant, () -> Reads.now(cluster.begin(context, tenant)).store());
  }

  void addTo(Map<TenantId, TenantState> states, Map<ZoneKey, PointerState> pointerStates) {
    states.put(local, own.state());
    tenants.forEach((tenant, model) -> states.put(tenant, model.state()));
    pointerStates.putAll(pointers.with(own.pointers()));
  }

  /** The indexes of all its stores. */
  Map<TenantId, IndexState> indexes(RecordContext context) {
    Map<TenantId, IndexState> indexes = new TreeMap<>();
    indexes.put(local, IndexReader.ofCluster(ownStore(context)));
    tenants.keySet().forEach(t -> indexes.put(t, IndexReader.ofTenant(store(context, t))));
    return indexes;
  }

  /** Fails unless a model that was read as a whole holds the same. */
  void requireSame(ClusterModel whole) {
    InvariantViolation.require(
        own.agrees(whole.own), () -> "the model and the rows differ: " + own + ", " + whole.own);
    tenants.forEach(
        (tenant, model) -> {
          StoreModel read = whole.model(tenant);
          InvariantViolation.require(
              model.agrees(read), () -> "the model and the rows differ: " + model + ", " + read);
        });
    Map<ZoneKey, PointerState> here = pointers.with(own.pointers());
    Map<ZoneKey, PointerState> there = whole.pointers.with(whole.own.pointers());
    InvariantViolation.require(
        here.equals(there), () -> "the model and the rows differ: " + here + ", " + there);
  }
}
