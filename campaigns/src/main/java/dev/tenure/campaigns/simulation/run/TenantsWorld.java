package dev.tenure.campaigns.simulation.run;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.FirstViolation;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.store.RecordShardOptions;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The scheduler, engines and faults of a run with tenants on several clusters, and how a process
 * connects to the clusters.
 */
public abstract class TenantsWorld extends FirstViolation {
  /** The schema of all tenants. */
  public static final TenantSchemas SCHEMAS = TenantSchemas.same(OrderSchema.META_DATA);

  private static final Duration TASK_COST_MAX = Duration.ofNanos(20_000);
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(4);
  private static final Duration SHARD_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int AWAY_AFTER_SECONDS_MAX = 10;

  public final DeterministicScheduler scheduler;
  public final EdgeCounts edges = new EdgeCounts();
  public final EngineFaults faults;

  /** The engine of all clusters, or of the first one. */
  public final SimulatedEngine engine;

  public final Links links = new Links();
  public final List<ClusterOptions> clusters = new ArrayList<>();
  public final List<TenantId> tenants = new ArrayList<>();

  /** Whether no process begins an operation any more. */
  public boolean ending;

  private final List<SimulatedEngine> engines = new ArrayList<>();
  private final List<Connections> connections = new ArrayList<>();
  private final Duration skewMax;

  /**
   * @param delayMax the longest delay of an answer
   * @param skewMax how far clocks may be off, either way
   * @param root the first byte of the keys of all clusters
   * @param apart how long after one another the engines of the clusters start; zero for one engine
   *     of all. The versions of an engine count from its start
   */
  protected TenantsWorld(
      long seed,
      long tasksMax,
      Duration delayMax,
      Duration skewMax,
      List<String> names,
      char root,
      Duration apart) {
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(seed).withTaskCostMax(TASK_COST_MAX).withTasksMax(tasksMax));
    this.faults =
        new EngineFaults(
            new FaultRates(0.02, 0.005, 0.02, 0.02, 0.1, 0.02, 0.05, 0, delayMax),
            scheduler.random("faults"),
            fault -> edges.hit(Edge.valueOf(fault.name())));
    this.engine = new SimulatedEngine(scheduler, faults);
    this.skewMax = skewMax;
    SplittableRandom visitLeases = scheduler.random("leases of visits");
    for (String name : names) {
      ClusterOptions options =
          ClusterOptions.named(name)
              .withRoot(new Subspace(new byte[] {(byte) root, (byte) name.charAt(0)}))
              .withMinInactive(MIN_INACTIVE)
              .withVisitLeases(visitLeases.nextBoolean());
      clusters.add(options);
      engines.add(apart.isZero() || engines.isEmpty() ? engine : later(name, apart));
      connections.add(new Connections(engines.get(engines.size() - 1), options, SCHEMAS));
    }
  }

  private SimulatedEngine later(String cluster, Duration apart) {
    scheduler.runFor(apart);
    return new SimulatedEngine(scheduler, faults, "engine of " + cluster);
  }

  /** A new process, with a clock that may be off. */
  public final SimulatedProcess startProcess(String name) {
    SimulatedProcess process = scheduler.process(name);
    long millisMax = skewMax.toMillis();
    if (millisMax > 0 && !ending) {
      process.setSkew(Duration.ofMillis(process.random().nextLong(-millisMax, millisMax + 1)));
    }
    return process;
  }

  /** All clusters as a process sees them. */
  protected final CompletableFuture<Deployment> deployment(SimulatedProcess process) {
    return AsyncLoop.all(
            IntStream.range(0, clusters.size()).mapToObj(i -> open(process, i)).toList())
        .thenApply(Deployment::of);
  }

  private CompletableFuture<QueueCluster> open(SimulatedProcess process, int cluster) {
    String name = clusters.get(cluster).name();
    Database database = engines.get(cluster).connect(process, links.connect(process.name(), name));
    return connections.get(cluster).open(process, database);
  }

  /** The directory as a process sees it, with its shards on the first two of all clusters. */
  public final CompletableFuture<TenantDirectory> directory(SimulatedProcess process) {
    DirectoryOptions options =
        DirectoryOptions.on(clusters.subList(0, 2).stream().map(ClusterOptions::name).toList())
            .withMillis(() -> scheduler.elapsed().toMillis());
    return deployment(process)
        .thenApply(
            all ->
                TenantDirectory.of(
                    all,
                    options,
                    shards(
                        process,
                        DirectoryShards.inRecordStores(
                            RecordShardOptions.defaults().withTimeout(SHARD_TIMEOUT)))));
  }

  /** The shards of the directory as a process sees them. */
  protected DirectoryShards shards(SimulatedProcess process, DirectoryShards all) {
    return all;
  }

  /**
   * A cluster that the seed draws, with the shard that it may carry, answers nobody for a while.
   */
  public final void takeAway(Duration lasting) {
    SplittableRandom random = scheduler.random("outage");
    var timer = scheduler.process("outage").timer();
    String name = clusters.get(random.nextInt(clusters.size())).name();
    long begin = random.nextInt(AWAY_AFTER_SECONDS_MAX);
    var unused =
        timer.schedule(
            () -> {
              scheduler.note(name + " is away");
              links.hang(name);
            },
            begin,
            TimeUnit.SECONDS);
    var unusedToo = timer.schedule(links::recover, begin + lasting.toSeconds(), TimeUnit.SECONDS);
  }

  /** Runs until an instant, or to the first violation. */
  public final void runUntil(Instant end) {
    while (scheduler.now().isBefore(end)) {
      scheduler.runFor(STEP);
      throwReported();
    }
  }
}
