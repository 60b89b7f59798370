package dev.tenure.campaigns.simulation.clusters;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One run: a time of faults and moves; then all faults end, and everything must come to rest. */
public final class ClustersSimulation {
  private static final int PRODUCERS = 2;
  private static final int CONSUMERS = 2;
  private static final Duration CALLS_END_WITHIN = Duration.ofMinutes(1);

  private final ClustersWorld world;
  private final List<ClustersProcess> members = new ArrayList<>();

  private ClustersSimulation(ClustersPlan plan) {
    this.world = new ClustersWorld(plan);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    ClustersSimulation simulation = new ClustersSimulation(ClustersPlan.seeded(seed));
    ClustersWorld world = simulation.world;
    world.scheduler.trace().copyTo(trace);
    return SimulationReport.of(
        World.CLUSTERS, seed, simulation::runAll, world.edges, world.scheduler, world.faults);
  }

  private void runAll() {
    world.scheduler.note(world.plan.toString());
    world.scheduler.afterEachTask(process -> world.throwReported());
    TenantDirectory directory = world.scheduler.join(world.directory(world.startProcess("setup")));
    world.scheduler.join(directory.adopt(progress -> {}));
    for (TenantId tenant : world.tenants) {
      world.scheduler.join(directory.create(tenant, TenantDetails.NONE));
    }
    begin();
    world.runUntil(world.scheduler.now().plus(world.plan.busy()));
    world.ending = true;
    members.forEach(ClustersProcess::calmDown);
    world.faults.set(false);
    world.links.recover();
    // What is under way ends, by itself or by the time limits of its transactions.
    world.runUntil(world.scheduler.now().plus(CALLS_END_WITHIN));
    world.scheduler.note("calm");
    new ClustersChecks(world).check();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  private void begin() {
    for (int i = 0; i < PRODUCERS; i++) {
      members.add(new ProducerProcess(world, "producer-" + i));
    }
    for (int i = 0; i < CONSUMERS; i++) {
      members.add(new ConsumerMember(world, "consumer-" + i));
    }
    for (int i = 0; i < world.plan.movers(); i++) {
      members.add(new MoverProcess(world, "mover-" + i));
    }
    for (int i = 0; i < world.plan.workers(); i++) {
      members.add(new WorkerProcess(world, "worker-" + i));
    }
    world.scheduler.afterEachTask(
        process ->
            members.stream()
                .filter(each -> each.process() == process)
                .findFirst()
                .ifPresent(ClustersProcess::taskRun));
    world.faults.set(true);
    members.forEach(ClustersProcess::start);
    if (world.plan.away()) {
      world.takeAway(ClustersPlan.AWAY_FOR);
    }
  }
}
