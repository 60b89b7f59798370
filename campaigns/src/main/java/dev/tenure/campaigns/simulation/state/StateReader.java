package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.Database;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.reading.Reads;
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
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32C;

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
  private final Map<String, List<TenantId>> tenantsByCluster = new TreeMap<>();
  private final List<ClusterModel> models = new ArrayList<>();
  private final CRC32C fingerprint = new CRC32C();
  private Changes changes = new Changes();
  private List<byte[]> before = List.of();

  /** Opens the clusters and makes the tenants, running tasks until that is done. */
  public StateReader(SimulatedWorld world) {
    this.world = world;
    SimulatedProcess process = world.scheduler.process("reader");
    Database direct = world.engine.direct();
    this.database =
        RecordDatabase.builder(direct)
            .clock(process.clock())
            .random(process.random())
            .executor(Runnable::run)
            .timer(process.timer())
            .joiner(world.scheduler)
            .build();
    TenantSchemas schemas = TenantSchemas.same(Application.META_DATA);
    List<QueueCluster> clusters = new ArrayList<>();
    world.clusterOptions.forEach(
        options ->
            clusters.add(world.scheduler.join(QueueCluster.open(database, options, schemas))));
    this.deployment = Deployment.of(clusters);
    for (TenantId tenant : world.tenants) {
      QueueCluster cluster = world.scheduler.join(deployment.createTenant(tenant));
      tenantsByCluster.computeIfAbsent(cluster.name(), unused -> new ArrayList<>()).add(tenant);
    }
    models.addAll(newModels());
  }

  private List<ClusterModel> newModels() {
    return deployment.clusters().stream()
        .map(
            cluster ->
                new ClusterModel(cluster, tenantsByCluster.getOrDefault(cluster.name(), List.of())))
        .toList();
  }

  Deployment deployment() {
    return deployment;
  }

  /** The state now, whose changes are those since {@link #takeChanges}. */
  public DatabaseState read() {
    return inContext(this::read);
  }

  /** Begins a new list of changes. */
  void takeChanges() {
    changes = new Changes();
  }

  /** The version of the last commit. */
  long version() {
    return inContext(context -> Reads.now(context.readVersion()));
  }

  /** Depends on every row read again so far. */
  long fingerprint() {
    return fingerprint.getValue();
  }

  /** All indexes, read as a whole; also fails unless a whole reading gives the same state. */
  Map<TenantId, IndexState> readIndexes() {
    return inContext(
        context -> {
          read(context);
          List<ClusterModel> whole = newModels();
          Map<TenantId, IndexState> indexes = new TreeMap<>();
          for (int i = 0; i < models.size(); i++) {
            whole.get(i).readAll(context, new Changes());
            models.get(i).requireSame(whole.get(i));
            indexes.putAll(models.get(i).indexes(context));
          }
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

  private DatabaseState read(RecordContext context) {
    Optional<List<byte[]>> written = world.engine.takeWritten();
    if (written.isEmpty()) {
      models.forEach(model -> model.readAll(context, changes));
      before = List.of();
    } else {
      readAgain(context, before);
      readAgain(context, written.get());
      // What was written last need not be visible yet.
      before = written.get();
    }
    Map<TenantId, TenantState> tenants = new TreeMap<>();
    Map<ZoneKey, PointerState> pointers = new TreeMap<>();
    models.forEach(model -> model.addTo(tenants, pointers));
    long version = Reads.now(context.readVersion());
    return new DatabaseState(world.scheduler.now(), version, tenants, pointers, changes);
  }

  private void readAgain(RecordContext context, List<byte[]> keys) {
    for (byte[] key : keys) {
      if (key[0] == SYSTEM_KEY) {
        continue;
      }
      Optional<byte[]> value =
          Optional.ofNullable(Reads.now(context.transaction().snapshot().get(key)));
      fingerprint.update(key);
      value.ifPresent(fingerprint::update);
      models.forEach(model -> model.readAgain(context, key, value, changes));
    }
  }
}
