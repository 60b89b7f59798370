package dev.tenure.campaigns.simulation.directory;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.queue.TenantId;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One run: a time of faults, in which something is away for a minute; then all faults end, and
 * everything must come to rest.
 */
public final class DirectorySimulation {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration CALLS_END_WITHIN = Duration.ofMinutes(1);
  private static final int PRODUCERS = 2;
  private static final int CONSUMERS = 2;

  private final DirectoryWorld world;
  private final DirectoryContents truth;
  private final Answers answers;
  private final List<Actor> actors = new ArrayList<>();

  private DirectorySimulation(DirectoryPlan plan) {
    this.world = new DirectoryWorld(plan);
    this.truth = new DirectoryContents(world);
    this.answers = new Answers(world, truth);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    DirectorySimulation simulation = new DirectorySimulation(DirectoryPlan.seeded(seed));
    DirectoryWorld world = simulation.world;
    world.scheduler.trace().copyTo(trace);
    return SimulationReport.of(
        World.DIRECTORY, seed, simulation::runAll, world.edges, world.scheduler, world.faults);
  }

  private void runAll() {
    world.scheduler.note(world.plan.toString());
    truth.listen(new EntryChecks(world, truth));
    truth.listen(new StoreChecks(world, truth));
    truth.listen(new RemovalChecks(world, truth));
    truth.begin();
    world.scheduler.afterEachTask(process -> world.throwReported());
    setUp();
    draw();
    world.faults.set(true);
    world.outage.start();
    actors.forEach(Actor::start);
    new Mishaps(world, actors).start();
    world.runUntil(world.scheduler.now().plus(world.plan.busy()));
    calmDown();
    new RestChecks(world, truth).check();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  /** A directory from the start, or some tenants of a deployment that will adopt one. */
  private void setUp() {
    SimulatedProcess process = world.scheduler.process("setup");
    if (!world.plan.adopting()) {
      Office office = world.scheduler.join(world.connect(process));
      world.scheduler.join(office.directory().adopt(progress -> {}));
      world.adopted = true;
      return;
    }
    Office office = world.scheduler.join(world.connectPlain(process));
    for (TenantId tenant : world.tenants) {
      if (process.random().nextInt(3) > 0) {
        world.scheduler.join(office.deployment().createTenant(tenant));
        String order = "before-" + tenant.user();
        world.scheduler.join(
            office.deployment().run(tenant, tx -> TenantWork.place(tx, order, Duration.ZERO)));
      }
    }
  }

  private void draw() {
    for (int i = 0; i < world.plan.operators(); i++) {
      actors.add(new TenantOperator(world, "operator-" + i, truth, answers));
    }
    actors.add(LateOperator.creator(world, truth, answers));
    actors.add(LateOperator.deleter(world, truth, answers));
    actors.add(new Auditor(world, "auditor"));
    for (int i = 0; i < PRODUCERS; i++) {
      int orders = world.plan.orders() / PRODUCERS;
      actors.add(new Producer(world, "producer-" + i, truth, answers, orders));
    }
    for (int i = 0; i < CONSUMERS; i++) {
      actors.add(new TenantConsumer(world, "consumer-" + i));
    }
    world.scheduler.afterEachTask(
        process ->
            actors.stream()
                .filter(each -> each.process() == process)
                .findFirst()
                .ifPresent(Actor::taskRun));
  }

  /** Faults end and nobody begins anything; what is under way must end. */
  private void calmDown() {
    world.ending = true;
    actors.forEach(Actor::calmDown);
    world.faults.set(false);
    Instant end = world.scheduler.now().plus(CALLS_END_WITHIN);
    while (!actors.stream().allMatch(Actor::isIdle)) {
      require(world.scheduler.now().isBefore(end), "calls do not end: " + actors);
      world.runUntil(world.scheduler.now().plus(STEP));
    }
    world.calm = true;
    world.scheduler.note("calm");
  }
}
