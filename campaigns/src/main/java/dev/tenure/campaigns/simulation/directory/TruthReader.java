package dev.tenure.campaigns.simulation.directory;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.run.DirectDatabase;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.StoredTenantMark;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.tuple.TupleRange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads what is stored past all faults, without running a task. */
final class TruthReader {
  private static final String MARK = "tenure.tenant";
  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
  private static final int ALL = 1_000;

  /** Parts of a cluster's key space (docs/formats/queue.md). */
  static final long LAYOUT = 1;

  static final long CLUSTER_STORE = 0;
  static final long TENANT_STORES = 2;
  static final long ENTRIES = 3;
  static final long NUDGES = 4;
  static final long DIRECTORY_SHARD = 9;

  private final DirectoryWorld world;
  private final RecordDatabase database;
  private final Map<String, QueueCluster> clusters = new HashMap<>();
  private final List<DataShard> shards = new ArrayList<>();

  TruthReader(DirectoryWorld world) {
    this.world = world;
    this.database = DirectDatabase.of(world.engine);
    for (ClusterOptions options : world.clusters) {
      clusters.put(
          options.name(),
          world.scheduler.join(QueueCluster.open(database, options, DirectoryWorld.SCHEMAS)));
    }
    for (String carrier : world.plan.shards()) {
      shards.add(DirectoryShards.inRecordStores().data(cluster(carrier)));
    }
  }

  private QueueCluster cluster(String name) {
    QueueCluster found = clusters.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no cluster is named " + name);
    }
    return found;
  }

  long version() {
    return world.faults.without(
        () -> {
          try (RecordContext context = database.openContext()) {
            return now(context.readVersion());
          }
        });
  }

  void inContext(Consumer<RecordContext> reads) {
    world.faults.without(
        () -> {
          try (RecordContext context = database.openContext()) {
            reads.accept(context);
            return true;
          }
        });
  }

  /** The entries of all tenants. */
  Map<TenantId, Entry> entries() {
    Map<TenantId, Entry> found = new HashMap<>();
    for (DataRecord record : records()) {
      for (TenantId tenant : world.tenants) {
        if (record.key().value().equals(tenant.application() + "/" + tenant.user())) {
          found.put(tenant, Entry.of(record));
        }
      }
    }
    return found;
  }

  private List<DataRecord> records() {
    return world.faults.without(
        () ->
            shards.stream()
                .flatMap(shard -> now(shard.scan(null, ALL)).stream())
                .filter(record -> !record.isDummy())
                .toList());
  }

  /** What a cluster has of a tenant. */
  Optional<SimulatedStore> store(RecordContext context, DirectoryContents.Place place) {
    QueueCluster cluster = cluster(place.cluster());
    TenantId tenant = place.tenant();
    Optional<Long> application = now(cluster.applicationId(context, tenant.application()));
    if (application.isEmpty()) {
      return Optional.empty();
    }
    RecordStore clusterStore = now(cluster.space().openClusterStore(context));
    return now(clusterStore.load("ClusterTenant", Tuple.from(application.get(), tenant.user())))
        .map(
            record -> {
              RecordStore store = now(open(context, cluster, application.get(), tenant));
              long life = ((ClusterTenant) record.message()).getLife();
              return store(store, new SimulatedStore.Standing(life, mark(store)));
            });
  }

  private static CompletableFuture<RecordStore> open(
      RecordContext context, QueueCluster cluster, long application, TenantId tenant) {
    return RecordStore.open(
        context,
        StoreOptions.of(
                new ClusterKeys(cluster.options().root()).tenantStore(application, tenant.user()),
                OrderSchema.META_DATA)
            .withMode(OpenMode.OPEN));
  }

  private static TenantMark mark(RecordStore store) {
    ByteString value = store.header().userFields().get(MARK);
    try {
      StoredTenantMark stored =
          StoredTenantMark.parseFrom(value == null ? ByteString.EMPTY : value);
      return new TenantMark(TenantMark.State.valueOf(stored.getState().name()), stored.getNumber());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the mark of " + store.subspace() + " cannot be read", e);
    }
  }

  private static SimulatedStore store(RecordStore store, SimulatedStore.Standing standing) {
    Set<String> orders = new TreeSet<>();
    all(store, OrderSchema.ORDER, each -> orders.add(((SimulatedOrder) each).getNumber()));
    Map<String, Long> times = new TreeMap<>();
    all(
        store,
        OrderSchema.EFFECT,
        each ->
            times.put(((SimulatedEffect) each).getNumber(), ((SimulatedEffect) each).getTimes()));
    Map<String, String> leases = new TreeMap<>();
    all(
        store,
        TenantWork.ITEM,
        each -> {
          QueueItem item = Reads.withLease(store, (QueueItem) each);
          leases.put(item.getId(), HexFormat.of().formatHex(item.getLeaseId().toByteArray()));
        });
    Set<String> dead = new TreeSet<>();
    all(store, TenantWork.DEAD_LETTER, each -> dead.add(((QueueDeadLetter) each).getId()));
    return new SimulatedStore(standing, orders, times, leases, dead);
  }

  private static void all(RecordStore store, String type, Consumer<Message> each) {
    now(store.scan(type, TupleRange.all(), Continuation.START, SNAPSHOT).asList())
        .forEach(record -> each.accept(record.message()));
  }

  /** The rows of all clusters whose key or value contains a text. */
  List<String> rowsWith(String text) {
    return rowsWith(text, new Range(new byte[0], new byte[] {(byte) 0xff}));
  }

  /** The rows of a tenant in a part of a cluster's key space, such as its nudges. */
  List<String> rows(DirectoryContents.Place place, long part) {
    Subspace root = cluster(place.cluster()).options().root();
    return rowsWith(place.tenant().user(), root.range(Tuple.from(LAYOUT, part)));
  }

  private List<String> rowsWith(String text, Range range) {
    String wanted = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    Function<byte[], String> plain = bytes -> new String(bytes, StandardCharsets.ISO_8859_1);
    return world.faults.without(
        () -> {
          List<KeyValue> rows =
              now(
                  world
                      .engine
                      .direct()
                      .runAsync(transaction -> transaction.getRange(range).asList()));
          return rows.stream()
              .filter(
                  row ->
                      plain.apply(row.getKey()).contains(wanted)
                          || plain.apply(row.getValue()).contains(wanted))
              .map(row -> ByteArrayUtil.printable(row.getKey()))
              .toList();
        });
  }

  private static <T> T now(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("the engine in memory did not answer a read at once");
    }
    return future.join();
  }
}
