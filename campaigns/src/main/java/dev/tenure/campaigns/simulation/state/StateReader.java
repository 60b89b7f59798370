package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.DirectDatabase;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.state.DatabaseState.IndexState;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole database in one transaction, past all faults and without running a single task:
 * an engine in memory answers reads at once. Only rows that were written since the last reading are
 * read again.
 */
public final class StateReader {
  /** How the engine's own keys begin. */
  private static final byte SYSTEM_KEY = (byte) 0xff;

  private final SimulatedWorld world;
  private final RecordDatabase database;
  private final Deployment deployment;
  private final Map<ZoneKey, PointerState> pointers = new TreeMap<>();
  private final List<ClusterModel> models;
  private final Map<ByteBuffer, byte[]> rows = new HashMap<>();
  private final CRC32C fingerprint = new CRC32C();
  private Changes changes = new Changes();
  private List<byte[]> before = List.of();

  /** Opens the clusters and makes the tenants, running tasks until that is done. */
  public StateReader(SimulatedWorld world) {
    this.world = world;
    this.database = DirectDatabase.of(world.engine);
    TenantSchemas schemas = TenantSchemas.same(Application.META_DATA);
    List<QueueCluster> clusters = new ArrayList<>();
    world.clusterOptions.forEach(
        options ->
            clusters.add(world.scheduler.join(QueueCluster.open(database, options, schemas))));
    this.deployment = Deployment.of(clusters);
    Map<String, List<TenantId>> tenantsByCluster = new TreeMap<>();
    for (TenantId tenant : world.tenants) {
      QueueCluster cluster = world.scheduler.join(deployment.createTenant(tenant));
      tenantsByCluster.computeIfAbsent(cluster.name(), unused -> new ArrayList<>()).add(tenant);
    }
    this.models =
        inContext(
            context ->
                clusters.stream()
                    .map(
                        each ->
                            ClusterModel.of(
                                context,
                                each,
                                tenantsByCluster.getOrDefault(each.name(), List.of()),
                                pointers))
                    .toList());
  }

  Deployment deployment() {
    return deployment;
  }

  /** The present state, with the changes since {@link #takeChanges}. */
  public DatabaseState read() {
    return inTransaction(this::read);
  }

  /** Starts a new list of changes. */
  void takeChanges() {
    changes = new Changes();
  }

  /** The version of the last commit. */
  long version() {
    return inTransaction(transaction -> Reads.now(transaction.getReadVersion()));
  }

  /** A checksum of all rows that were read so far. */
  long fingerprint() {
    return fingerprint.getValue();
  }

  /** All indexes, read as a whole; also fails unless scans of all stores give the same state. */
  Map<TenantId, IndexState> readIndexes() {
    return inContext(
        context -> {
          read(context.transaction());
          Map<TenantId, IndexState> indexes = new TreeMap<>();
          Map<ZoneKey, PointerState> scanned = new TreeMap<>();
          for (ClusterModel model : models) {
            model.requireScanned(context, scanned);
            indexes.putAll(model.indexes(context));
          }
          InvariantViolation.require(
              pointers.equals(scanned),
              () -> "the model and the rows differ: " + pointers + ", " + scanned);
          return indexes;
        });
  }

  private <T> T inContext(Function<RecordContext, T> reads) {
    return world.faults.without(
        () -> {
          try (RecordContext context = database.openContext()) {
            return reads.apply(context);
          }
        });
  }

  private <T> T inTransaction(Function<Transaction, T> reads) {
    return world.faults.without(
        () -> {
          try (Transaction transaction = world.engine.direct().createTransaction(Runnable::run)) {
            return reads.apply(transaction);
          }
        });
  }

  private DatabaseState read(Transaction transaction) {
    Optional<List<byte[]>> written = world.engine.takeWritten();
    if (written.isEmpty()) {
      models.forEach(model -> readWhole(transaction, model));
      before = List.of();
    } else {
      readAgain(transaction, before);
      readAgain(transaction, written.get());
      // What was written last need not be visible yet.
      before = written.get();
    }
    Map<TenantId, TenantState> tenants = new TreeMap<>();
    models.forEach(model -> model.addTo(tenants));
    long version = Reads.now(transaction.getReadVersion());
    return new DatabaseState(world.scheduler.now(), version, tenants, pointers, changes);
  }

  private void readAgain(Transaction transaction, List<byte[]> keys) {
    for (byte[] key : keys) {
      if (key[0] == SYSTEM_KEY) {
        continue;
      }
      byte[] value = Reads.now(transaction.snapshot().get(key));
      fingerprint.update(key);
      if (value != null) {
        fingerprint.update(value);
      }
      models.stream()
          .filter(model -> model.root().contains(key))
          .forEach(model -> put(model, key, value));
    }
  }

  @SuppressWarnings("ByteBufferBackingArray") // each wraps the whole of an array
  private void readWhole(Transaction transaction, ClusterModel model) {
    Set<ByteBuffer> gone = new TreeSet<>(rows.keySet());
    gone.removeIf(key -> !model.root().contains(key.array()));
    for (KeyValue row : Reads.now(transaction.snapshot().getRange(model.root().range()).asList())) {
      gone.remove(ByteBuffer.wrap(row.getKey()));
      put(model, row.getKey(), row.getValue());
    }
    gone.forEach(key -> put(model, key.array(), null));
  }

  /** Tells the model of a row, unless it is as it was. */
  private void put(ClusterModel model, byte[] key, byte @Nullable [] value) {
    ByteBuffer row = ByteBuffer.wrap(key);
    byte[] known = value == null ? rows.remove(row) : rows.put(row, value);
    if (!Arrays.equals(known, value)) {
      model.put(key, value, changes);
    }
  }
}
