package dev.tenure.bench.fleet;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.EngineLimits;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;

/**
 * One cluster on the engine in memory, and processes that use it, under virtual time. Belongs to
 * the thread that made it, which closes it.
 */
public final class ModelledFleet implements AutoCloseable {
  private static final Duration TIME_MAX = Duration.ofDays(30);
  private static final int SNAPSHOTS_MAX = 1 << 22;

  private final DeterministicScheduler scheduler;
  private final EmbeddedDatabase engine;
  private final ClusterOptions options;
  private final SerialThread server = new SerialThread();

  /** An empty cluster. */
  public ModelledFleet(long seed, ClusterOptions options) {
    this.options = options;
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(seed)
                .withOrder(SchedulerOptions.Order.FIFO)
                .withTasksMax(Long.MAX_VALUE)
                .withTimeMax(TIME_MAX)
                .withTraceLines(0));
    SimulatedProcess process = scheduler.process("engine");
    this.engine =
        EmbeddedDatabase.memory(
            EmbeddedEnvironment.builder()
                .clock(process.clock())
                .random(process.random())
                .commitExecutor(process.serialExecutor())
                .executor(process.executor())
                .timer(process.timer())
                .limits(limits())
                .build());
  }

  /** Each commit comes at a time of its own and is a version of its own: many are in the window. */
  private static EngineLimits limits() {
    EngineLimits usual = EngineLimits.DEFAULTS;
    return new EngineLimits(
        SNAPSHOTS_MAX,
        usual.groupTransactionsMax(),
        usual.groupBytesMax(),
        usual.futureVersionWait());
  }

  public DeterministicScheduler scheduler() {
    return scheduler;
  }

  /** The time that the commit pipeline has worked so far. */
  public Duration serverBusy() {
    return Duration.ofNanos(server.busy());
  }

  /** A new process whose requests take the given times. */
  public Site open(String name, ServiceTimes times) {
    return open(name, times, options);
  }

  /**
   * As {@link #open(String, ServiceTimes)}, for another cluster beside the fleet's, which shares
   * the commit pipeline.
   */
  public Site open(String name, ServiceTimes times, ClusterOptions of) {
    SimulatedProcess process = scheduler.process(name);
    Connection connection =
        new Connection(
            times,
            () -> scheduler.elapsed().toNanos(),
            scheduler.random("times of " + name),
            process,
            server);
    Database around = times.isNone() ? engine : ModelledCalls.of(engine, connection);
    MemoryMeters meters = new MemoryMeters();
    RecordDatabase database =
        RecordDatabase.builder(around)
            .clock(process.clock())
            .random(process.random())
            .executor(process.executor())
            .timer(process.timer())
            .joiner(scheduler)
            .meters(meters)
            .commitMarkers(CommitMarkerOptions.of(new ClusterKeys(of.root()).commitMarkers(), name))
            .build();
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    QueueCluster cluster =
        scheduler.join(QueueCluster.open(database, of, TenantSchemas.same(schema)));
    return new Site(
        cluster,
        meters,
        process.timer(),
        process.random(),
        () -> connection.client().busy(),
        (deployment, handlers, settings) ->
            Connections.consumer(process, deployment, handlers, settings));
  }

  @Override
  public void close() {
    engine.close();
  }
}
