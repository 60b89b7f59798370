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
 * A cluster on virtual time for tests of an application's own handlers: consumers in processes that
 * crash, pause and come back, an engine that crashes and misbehaves, all from the seed. Belongs to
 * the scheduler's thread, on which the test runs too; nobody needs to close it.
 */
public final class SimulatedCluster {
  private static final Duration MIN_INACTIVE = Duration.ofSeconds(2);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int MISHAP_MILLIS_MAX = 10_000;

  private final SimulatedEngine engine;
  private final DeterministicScheduler scheduler;
  private final Connections connections;
  private final SplittableRandom random;
  private final SimulatedProcess mishaps;
  private final List<ConsumerProcess> consumers = new ArrayList<>();
  private final QueueCluster cluster;
  private final Deployment deployment;
  private boolean calm = true;

  private SimulatedCluster(SimulatedEngine engine, RecordMetaData schema) {
    this.engine = engine;
    this.scheduler = engine.scheduler();
    this.random = scheduler.random("mishaps");
    this.mishaps = scheduler.process("mishaps");
    ClusterOptions options = ClusterOptions.named("simulated").withMinInactive(MIN_INACTIVE);
    this.connections = new Connections(engine, options, TenantSchemas.same(schema));
    this.cluster = scheduler.join(connections.open(scheduler.process("test")));
    this.deployment = Deployment.of(List.of(cluster));
  }

  /**
   * A new cluster, without tenants.
   *
   * @param schema of every tenant's store
   */
  public static SimulatedCluster open(SimulatedEngine engine, RecordMetaData schema) {
    return new SimulatedCluster(engine, schema);
  }

  /** The cluster as the test's own process sees it. */
  public Deployment deployment() {
    return deployment;
  }

  public void createTenant(TenantId tenant) {
    scheduler.join(deployment.createTenant(tenant));
  }

  /** Runs a transaction on the tenant's data and zones, and whatever else is due meanwhile. */
  public <T> T run(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return scheduler.join(deployment.run(tenant, body));
  }

  /**
   * Starts a consumer in a process of its own. It starts anew after each crash.
   *
   * @param handlers called at each start, with the cluster as that process sees it
   */
  public void startConsumer(String name, Function<Deployment, Handlers> handlers) {
    ConsumerProcess consumer = new ConsumerProcess(engine, connections, name, handlers);
    consumers.add(consumer);
    consumer.start();
  }

  /**
   * Lets time pass while commits fail or are answered with "unknown", answers come late, consumers
   * crash and pause, and the engine crashes; then all is well again.
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
        mishaps
            .timer()
            .schedule(this::strike, random.nextInt(MISHAP_MILLIS_MAX), TimeUnit.MILLISECONDS);
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
   * @throws AssertionError when that takes longer than the limit
   */
  public void drain(Duration limit) {
    Instant deadline = scheduler.now().plus(limit);
    while (scheduler.join(new ClusterInspector(cluster).summary()).pointers() > 0) {
      if (scheduler.now().isAfter(deadline)) {
        throw new AssertionError("there is work left after " + limit);
      }
      scheduler.runFor(STEP);
    }
  }
}
