package dev.tenure.testkit.cluster;

import dev.tenure.consumer.Handlers;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A cluster on virtual time, for tests of an application's handlers. Consumers crash, pause and
 * come back, and the engine crashes and fails commits, all by the seed. Belongs to the thread of
 * the scheduler, on which the test runs too; no caller closes it.
 */
public final class SimulatedCluster {
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(2);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int FAULT_MILLIS_MAX = 10_000;

  /** The name is part of what a seed means: another one draws another run. */
  private static final String FAULTS = "mishaps";

  private final SimulatedEngine engine;
  private final DeterministicScheduler scheduler;
  private final Connections connections;
  private final SplittableRandom random;
  private final SimulatedProcess faults;
  private final List<ConsumerProcess> consumers = new ArrayList<>();
  private final QueueCluster cluster;
  private final Deployment deployment;
  private boolean calm = true;

  private SimulatedCluster(SimulatedEngine engine, RecordMetaData schema) {
    this.engine = engine;
    this.scheduler = engine.scheduler();
    this.random = scheduler.random(FAULTS);
    this.faults = scheduler.process(FAULTS);
    ClusterOptions options = ClusterOptions.named("simulated").withMinInactive(MIN_INACTIVE);
    this.connections = new Connections(engine, options, TenantSchemas.same(schema));
    this.cluster = scheduler.join(connections.open(scheduler.process("test")));
    this.deployment = Deployment.of(List.of(cluster));
  }

  /**
   * A new cluster, without tenants.
   *
   * @param schema the metadata of every tenant's store
   */
  public static SimulatedCluster open(SimulatedEngine engine, RecordMetaData schema) {
    return new SimulatedCluster(engine, schema);
  }

  /** The cluster as the process of the test sees it. */
  public Deployment deployment() {
    return deployment;
  }

  public void createTenant(TenantId tenant) {
    scheduler.join(deployment.createTenant(tenant));
  }

  /** Runs a transaction on the data and zones of the tenant. Other processes run meanwhile. */
  public <T> T run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return scheduler.join(deployment.run(tenant, body));
  }

  /**
   * Starts a consumer in a separate process. The consumer starts again after each crash.
   *
   * @param handlers called at each start, with the cluster as that process sees it
   */
  public void startConsumer(String name, Function<Deployment, Handlers> handlers) {
    ConsumerProcess consumer = new ConsumerProcess(engine, connections, name, handlers);
    consumers.add(consumer);
    consumer.start();
  }

  /**
   * Lets time pass with faults: commits fail or end with an unknown result, answers come late,
   * consumers crash and pause, the engine crashes. At the end of the time the faults end, and
   * paused consumers go on.
   */
  public void runWithFaults(Duration duration) {
    calm = false;
    engine.faults().set(true);
    strikeLater();
    scheduler.runFor(duration);
    calm = true;
    engine.faults().set(false);
    engine.spare();
    consumers.forEach(ConsumerProcess::resume);
  }

  private void strikeLater() {
    var unused =
        faults
            .timer()
            .schedule(this::strike, random.nextInt(FAULT_MILLIS_MAX), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (calm) {
      return;
    }
    ConsumerProcess victim =
        consumers.isEmpty() ? null : consumers.get(random.nextInt(consumers.size()));
    switch (random.nextInt(6)) {
      case 0 -> engine.crash();
      case 1 -> engine.crashWriting();
      case 2 -> {
        if (victim != null) {
          victim.pause();
        }
      }
      default -> {
        if (victim != null) {
          victim.crash();
        }
      }
    }
    strikeLater();
  }

  /** Lets time pass without faults. */
  public void runFor(Duration duration) {
    scheduler.runFor(duration);
  }

  /**
   * Lets time pass until all zones of all tenants have been empty for two seconds.
   *
   * @throws AssertionError when zones still have work, or were not empty for long enough, after
   *     {@code limit}
   */
  public void drain(Duration limit) {
    Instant deadline = scheduler.now().plus(limit);
    for (long left = pointers(); left > 0; left = pointers()) {
      if (scheduler.now().isAfter(deadline)) {
        throw new AssertionError(
            "the cluster is not drained after " + limit + ": " + left + " zones have a pointer");
      }
      scheduler.runFor(STEP);
    }
  }

  /** The number of zones with work, or with work up to two seconds ago. */
  private long pointers() {
    return scheduler.join(new ClusterInspector(cluster).summary()).pointers();
  }
}
