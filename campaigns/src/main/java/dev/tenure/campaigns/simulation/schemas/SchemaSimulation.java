package dev.tenure.campaigns.simulation.schemas;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.store.StoredRecord;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One run: a time of faults; then all faults end, and every store must come to its schema. */
public final class SchemaSimulation {
  private static final Duration CALLS_END_WITHIN = Duration.ofMinutes(1);

  private final SchemaWorld world;
  private final List<SchemaMember> members = new ArrayList<>();

  private SchemaSimulation(SchemaPlan plan) {
    this.world = new SchemaWorld(plan);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    SchemaSimulation simulation = new SchemaSimulation(SchemaPlan.seeded(seed));
    SchemaWorld world = simulation.world;
    world.scheduler.trace().copyTo(trace);
    return SimulationReport.of(
        World.SCHEMAS, seed, simulation::runAll, world.edges, world.scheduler, world.faults);
  }

  private void runAll() {
    world.scheduler.note(world.plan.toString());
    world.scheduler.afterEachTask(process -> world.throwReported());
    TenantDirectory directory = world.scheduler.join(world.directory(world.startProcess("setup")));
    world.scheduler.join(directory.adopt(progress -> {}));
    for (TenantId tenant : world.tenants) {
      world.scheduler.join(directory.create(tenant, TenantDetails.NONE));
      int records = tenant.equals(world.tenants.get(0)) ? world.plan.large() : 3;
      world.scheduler.join(directory.deployment().run(tenant, tx -> fill(tx, records)));
    }
    begin();
    world.runUntil(world.scheduler.now().plus(world.plan.busy()));
    world.ending = true;
    members.forEach(SchemaMember::calmDown);
    world.faults.set(false);
    world.links.recover();
    // What is under way ends, by itself or by the time limits of its transactions.
    world.runUntil(world.scheduler.now().plus(CALLS_END_WITHIN));
    world.scheduler.note("calm");
    new SchemaChecks(world).check();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  private static CompletableFuture<List<StoredRecord>> fill(TenantTransaction tx, int records) {
    List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
    for (int number = 0; number < records; number++) {
      saves.add(tx.store().save(SimulatedOrder.newBuilder().setNumber("old-" + number).build()));
    }
    return AsyncLoop.all(saves);
  }

  private void begin() {
    members.add(new OrderWriter(world, "writer"));
    members.add(new RollOutConsumer(world, "consumer-0"));
    members.add(new RollOutConsumer(world, "consumer-1"));
    members.add(new Publisher(world, "publisher-0"));
    members.add(new Publisher(world, "publisher-1"));
    for (int number = 0; number < world.plan.movers(); number++) {
      members.add(new TenantShifter(world, "shifter-" + number));
    }
    world.scheduler.afterEachTask(
        process ->
            members.stream()
                .filter(each -> each.process() == process)
                .findFirst()
                .ifPresent(SchemaMember::taskRun));
    world.faults.set(true);
    members.forEach(SchemaMember::start);
    if (world.plan.away()) {
      world.takeAway(SchemaPlan.AWAY_FOR);
    }
  }
}
