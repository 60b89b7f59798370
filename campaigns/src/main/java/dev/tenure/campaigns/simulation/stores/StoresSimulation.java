package dev.tenure.campaigns.simulation.stores;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.ExternalZone;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One run: a time of faults; then all faults end, and everything must come to rest. */
public final class StoresSimulation {
  /** The id of an item that vests long after the run, so that its zone's pointer sleeps. */
  static final String FAR = "far";

  private static final Duration LOOK = Duration.ofMillis(400);
  private static final Duration FAR_AWAY = Duration.ofHours(5);
  private static final int PRODUCERS = 2;
  private static final int CONSUMERS = 2;
  private static final Duration CALLS_END_WITHIN = Duration.ofSeconds(30);

  private final StoresWorld world;
  private final List<StoresProcess> members = new ArrayList<>();

  private StoresSimulation(StoresPlan plan) {
    this.world = new StoresWorld(plan);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    StoresSimulation simulation = new StoresSimulation(StoresPlan.seeded(seed));
    StoresWorld world = simulation.world;
    world.scheduler.trace().copyTo(trace);
    return SimulationReport.of(
        World.STORES, seed, simulation::runAll, world.edges, world.scheduler, world.faults);
  }

  private void runAll() {
    world.scheduler.note(world.plan.toString());
    world.scheduler.afterEachTask(process -> world.throwReported());
    world.ending = true;
    setUp();
    StoresChecks checks = new StoresChecks(world);
    world.ending = false;
    begin();
    Instant calm = world.scheduler.now().plus(world.plan.busy());
    while (world.scheduler.now().isBefore(calm)) {
      world.scheduler.runFor(LOOK);
      world.throwReported();
      checks.pointersExist();
    }
    world.ending = true;
    members.forEach(StoresProcess::calmDown);
    world.faults.set(false);
    // What is under way ends, by itself or by the time limits of its transactions.
    world.runUntil(world.scheduler.now().plus(CALLS_END_WITHIN));
    world.scheduler.note("calm");
    checks.check();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  /** Makes the tenants; in the zone of each second one an item waits for hours. */
  private void setUp() {
    Deployment deployment = world.scheduler.join(world.connect(world.startProcess("setup")));
    for (int i = 0; i < world.tenants.size(); i++) {
      TenantId tenant = world.tenants.get(i);
      world.scheduler.join(deployment.createTenant(tenant));
      if (i % 2 == 1) {
        NewItem far = NewItem.of(OrderSchema.TYPE, "far/0").withId(FAR).withDelay(FAR_AWAY);
        world.scheduler.join(ExternalZone.of(deployment, tenant, StoresWorld.ZONE).enqueue(far));
      }
    }
  }

  private void begin() {
    for (int i = 0; i < PRODUCERS; i++) {
      members.add(new StoresProducer(world, "producer-" + i));
    }
    for (int i = 0; i < CONSUMERS; i++) {
      members.add(new StoresConsumer(world, "consumer-" + i));
    }
    world.scheduler.afterEachTask(
        process ->
            members.stream()
                .filter(each -> each.process() == process)
                .findFirst()
                .ifPresent(StoresProcess::taskRun));
    world.faults.set(true);
    members.forEach(StoresProcess::start);
    world.troubleStore();
  }
}
