package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.ClusterLayout;
import dev.tenure.campaigns.simulation.state.DatabaseState.IndexState;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One cluster as it was when each of its rows was last read: its own store, its tenants', its
 * pointers. Rows are read one by one, from their bytes; a scan of the stores, as clients do it, has
 * to give the same.
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
  private final Map<Long, String> applications;
  private final Map<TenantId, StoreModel> tenants = new TreeMap<>();
  private final PointerModel pointers;
  private final StoreModel own;

  private ClusterModel(
      QueueCluster cluster,
      Iterable<TenantId> tenants,
      Map<Long, String> applications,
      Map<ZoneKey, PointerState> pointers) {
    this.cluster = cluster;
    this.root = cluster.options().root();
    this.applications = applications;
    this.local = new TenantId(WorkContext.LOCAL_APPLICATION, cluster.name());
    this.pointers = new PointerModel(root, applications, pointers);
    this.own = new StoreModel(local, this.pointers);
    tenants.forEach(tenant -> this.tenants.put(tenant, new StoreModel(tenant, this.pointers)));
  }

  /**
   * A model without rows.
   *
   * @param tenants that lie on the cluster
   * @param pointers where it keeps what it knows of pointers, beside other clusters
   */
  static ClusterModel of(
      RecordContext context,
      QueueCluster cluster,
      List<TenantId> tenants,
      Map<ZoneKey, PointerState> pointers) {
    Map<Long, String> applications = new HashMap<>();
    for (TenantId tenant : tenants) {
      long id = Reads.now(cluster.applicationId(context, tenant.application())).orElseThrow();
      applications.put(id, tenant.application());
    }
    return new ClusterModel(cluster, tenants, applications, pointers);
  }

  /** The prefix of all its keys. */
  Subspace root() {
    return root;
  }

  /**
   * Takes a row of this cluster that was read.
   *
   * @param value null when the row is not there
   */
  void put(byte[] key, byte @Nullable [] value, Changes changes) {
    Tuple path = root.unpack(key);
    if (path.getLong(0) != LAYOUT) {
      return;
    }
    long part = path.getLong(1);
    if (part == CLUSTER_STORE) {
      if (isRecord(path, 2)) {
        put(own, path, 3, value, changes);
      }
    } else if (part == TENANT_STORES) {
      if (isRecord(path, 4)) {
        TenantId tenant = new TenantId(application(path.getLong(2)), path.getString(3));
        put(model(tenant), path, 5, value, changes);
      }
    } else if (part == ClusterLayout.ENTRIES || part == ClusterLayout.NUDGES) {
      Tuple rest = Tuple.fromList(path.getItems().subList(2, path.size()));
      pointers.put(part, rest, value, changes);
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

  private static void put(
      StoreModel model, Tuple path, int at, byte @Nullable [] value, Changes changes) {
    long part = path.size() > at + 2 ? path.getLong(at + 2) : RecordRows.WHOLE;
    model.put(path.getLong(at), path.getNestedTuple(at + 1), part, value, changes);
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

  void addTo(Map<TenantId, TenantState> states) {
    states.put(local, own.state());
    tenants.forEach((tenant, model) -> states.put(tenant, model.state()));
  }

  /** The indexes of all its stores. */
  Map<TenantId, IndexState> indexes(RecordContext context) {
    Map<TenantId, IndexState> indexes = new TreeMap<>();
    indexes.put(local, IndexReader.ofCluster(ownStore(context)));
    tenants.keySet().forEach(t -> indexes.put(t, IndexReader.ofTenant(store(context, t))));
    return indexes;
  }

  /**
   * Fails unless scans of its stores give what it holds.
   *
   * @param scanned where to add the pointers that are found
   */
  void requireScanned(RecordContext context, Map<ZoneKey, PointerState> scanned) {
    ClusterModel whole = new ClusterModel(cluster, tenants.keySet(), applications, scanned);
    whole.own.scan(ownStore(context), false);
    whole.tenants.forEach((tenant, model) -> model.scan(store(context, tenant), true));
    whole.pointers.scan(context.transaction().snapshot());
    requireSame(own, whole.own);
    tenants.forEach((tenant, model) -> requireSame(model, whole.model(tenant)));
  }

  private static void requireSame(StoreModel model, StoreModel scanned) {
    InvariantViolation.require(
        model.agrees(scanned), () -> "the model and the rows differ: " + model + ", " + scanned);
  }
}
