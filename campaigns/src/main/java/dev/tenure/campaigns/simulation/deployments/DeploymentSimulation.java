package dev.tenure.campaigns.simulation.deployments;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One run: a time of troubles; then they end, everybody has the newer release, and everything must
 * come to rest. The promises are checked all along.
 */
final class DeploymentSimulation {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration COLLECT_MAX = Duration.ofMinutes(6);

  /** For each attempt, to begin and to end. */
  private static final int DRAIN_BOUNDS = 2 * Job.ATTEMPTS_MAX;

  private final DeploymentWorld world;
  private final Rows rows;

  private DeploymentSimulation(DeploymentPlan plan) {
    this.world = new DeploymentWorld(plan);
    this.rows = new Rows(world);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  static SimulationReport run(DeploymentPlan plan, OutputStream trace) {
    DeploymentSimulation simulation = new DeploymentSimulation(plan);
    DeploymentWorld world = simulation.world;
    world.scheduler.trace().copyTo(trace);
    return SimulationReport.of(
        World.DEPLOYMENTS,
        plan.seed(),
        simulation::runAll,
        world.edges,
        world.scheduler,
        world.faults);
  }

  private void runAll() {
    world.scheduler.note(world.plan.toString());
    world.scheduler.afterEachTask(process -> world.throwReported());
    Cast cast = Cast.draw(world, rows);
    List<Promise> promises = promises(cast.fleet());
    rows.begin(promises);
    world.faults.set(true);
    cast.start();
    beBusy(cast, promises);
    world.faults.set(false);
    cast.calmDown();
    runUntil(cast::isCalm, world.plan.bound(), promises, () -> "troubles do not end");
    world.scheduler.note("calm");
    drain(promises);
    rest(promises);
    stop(cast.fleet());
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  private List<Promise> promises(Fleet fleet) {
    return List.of(
        new AbleIsEnough(world, rows, fleet),
        new FaultsStayWhereTheyAre(world, rows, fleet),
        new AttemptsEnd(world),
        new SlotsComeBack(world, fleet),
        new LeasesAreDisjoint(world),
        new PausesHold(world, rows),
        new EndsOnce(world),
        new AnswersCome(world, fleet),
        new EarlierStaysOut(world, rows, fleet));
  }

  private void beBusy(Cast cast, List<Promise> promises) {
    Instant end = world.scheduler.now().plus(world.plan.busy());
    while (world.scheduler.now().isBefore(end)) {
      step(promises);
    }
    cast.endFaults();
    runUntil(cast::isDone, world.plan.busy(), promises, () -> "not everything is enqueued");
  }

  private void drain(List<Promise> promises) {
    Duration limit = world.plan.bound().multipliedBy(DRAIN_BOUNDS);
    runUntil(() -> rows.due().isEmpty(), limit, promises, () -> "has not ended: " + rows.due());
    world.edges.hit(Edge.DEPLOYMENT_DRAINED);
  }

  /** Waits until no item is in flight and no zone is visited any more. */
  private void rest(List<Promise> promises) {
    world.scheduler.runFor(QUIET);
    promises.forEach(Promise::atRest);
    world.throwReported();
    // A clock that is hours ahead may have said when a zone was seen active last.
    if (rows.items().isEmpty() && !world.plan.has(Trouble.WRONG_CLOCK)) {
      runUntil(
          () -> rows.pointers() == 0, COLLECT_MAX, promises, () -> rows.pointers() + " pointers");
    }
  }

  private void stop(Fleet fleet) {
    List<CompletableFuture<Void>> stopped =
        fleet.consumers().stream().map(FleetConsumer::stop).toList();
    stopped.forEach(world.scheduler::join);
  }

  private void runUntil(
      BooleanSupplier reached, Duration limit, List<Promise> promises, Supplier<String> otherwise) {
    Instant deadline = world.scheduler.now().plus(limit);
    while (!reached.getAsBoolean()) {
      require(
          world.scheduler.now().isBefore(deadline), () -> "after " + limit + " " + otherwise.get());
      step(promises);
    }
  }

  private void step(List<Promise> promises) {
    world.scheduler.runFor(STEP);
    rows.refresh();
    promises.forEach(Promise::secondPassed);
    world.throwReported();
  }
}
