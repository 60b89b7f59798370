package dev.tenure.campaigns.simulation.queues;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import dev.tenure.campaigns.simulation.state.DatabaseState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.campaigns.simulation.state.ItemKey;
import dev.tenure.campaigns.simulation.state.PointerChecks;
import dev.tenure.campaigns.simulation.state.StateReader;
import dev.tenure.campaigns.simulation.state.StateWatch;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.proto.QueueItem;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * One run: orders are placed under faults. Then the faults end, everything must be done in time,
 * and nothing may be left over. The state is checked after every commit.
 */
public final class Simulation {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** For items that fail, snooze, are slow or hang before they are done. */
  private static final Duration DRAIN_MAX = Duration.ofMinutes(10);

  /** For the last visits to zones whose pointers rest because nobody knew an item's type. */
  private static final Duration COLLECT_MAX = Duration.ofMinutes(5);

  private final SimulatedWorld world;
  private final List<SimulatedConsumer> consumers = new ArrayList<>();
  private final List<SimulatedProducer> producers = new ArrayList<>();

  private Simulation(SimulationOptions options) {
    this.world = new SimulatedWorld(options);
  }

  /** Runs to the end or to the first violation. */
  public static SimulationReport run(SimulationOptions options) {
    return new Simulation(options).report();
  }

  /** As {@link #run(SimulationOptions)}, writing the whole history to {@code trace}. */
  public static SimulationReport run(SimulationOptions options, OutputStream trace) {
    Simulation simulation = new Simulation(options);
    simulation.world.scheduler.trace().copyTo(trace);
    return simulation.report();
  }

  private SimulationReport report() {
    return world.report(World.QUEUES, this::runAll);
  }

  private void runAll() {
    world.scheduler.afterEachTask(process -> world.throwReported());
    StateReader reader = new StateReader(world);
    StateWatch watch = new StateWatch(world, reader);
    world.record();
    SimulatedOperator operator = new SimulatedOperator(world);
    Deployment operated = world.scheduler.join(operator.start());
    watch.begin();
    beBusy(operator);
    new ProgressCheck(world, reader).check();
    ThrashCheck thrash = new ThrashCheck(world, watch);
    drain(reader, thrash);
    collect(reader, operator, operated, thrash);
    restart();
    if (world.options.seed() % 2 == 0) {
      leaveOne();
    }
    new ProbeCheck(world, reader, operated).check();
    stop();
    watch.checkNow();
    world.checkHistory();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }

  /** The time of faults; at its end all processes are up. */
  private void beBusy(SimulatedOperator operator) {
    SimulationOptions.Fleet fleet = world.options.fleet();
    for (int number = 0; number < fleet.producers(); number++) {
      int share =
          fleet.orders() / fleet.producers()
              + (number == 0 ? fleet.orders() % fleet.producers() : 0);
      producers.add(new SimulatedProducer(world, "producer-" + number, share));
    }
    for (int number = 0; number < fleet.consumers(); number++) {
      consumers.add(new SimulatedConsumer(world, "consumer-" + number));
    }
    Chaos chaos = new Chaos(world, consumers, producers);
    producers.forEach(SimulatedProducer::start);
    consumers.forEach(SimulatedConsumer::start);
    chaos.start();
    world.beginFaults();
    world.scheduler.runFor(world.options.times().busy());
    world.scheduler.runUntil(
        () -> producers.stream().allMatch(SimulatedProducer::isDone), "the end of all orders");
    world.faults.set(false);
    chaos.end();
    operator.calmDown();
    world.scheduler.runUntil(
        () -> consumers.stream().allMatch(SimulatedConsumer::isUp) && operator.isCalm(),
        "the end of all faults");
    world.scheduler.note("calm");
  }

  /** Until nothing is left but what nobody can run. */
  private void drain(StateReader reader, ThrashCheck thrash) {
    runUntil(
        reader,
        thrash,
        DRAIN_MAX,
        state -> runnable(state).isEmpty(),
        state -> "items were not done: " + runnable(state).keySet());
  }

  private static Map<ItemKey, QueueItem> runnable(DatabaseState state) {
    Map<ItemKey, QueueItem> runnable = new TreeMap<>();
    for (TenantState tenant : state.tenants().values()) {
      tenant
          .items()
          .forEach(
              (key, item) -> {
                if (PointerChecks.isRunnable(tenant, item)) {
                  runnable.put(key, item);
                }
              });
    }
    return runnable;
  }

  /** Cancels the rest; then all zones are empty, and their pointers go away. */
  private void collect(
      StateReader reader, SimulatedOperator operator, Deployment deployment, ThrashCheck thrash) {
    Map<String, TenantId> strange = new TreeMap<>();
    reader
        .read()
        .tenants()
        .forEach(
            (tenant, state) ->
                state.orders().values().stream()
                    .filter(order -> order.getType().equals(WorkKind.STRANGE.type().name()))
                    .forEach(order -> strange.put(order.getNumber(), tenant)));
    strange.forEach(
        (number, tenant) -> world.scheduler.join(operator.cancel(deployment, tenant, number)));
    runUntil(
        reader,
        thrash,
        COLLECT_MAX,
        state -> state.pointers().isEmpty(),
        state -> "empty zones still have " + state.pointers());
  }

  /** So that nobody waits for a watch any more that was lost among the faults. */
  private void restart() {
    int before = starts();
    consumers.forEach(SimulatedConsumer::stopAndRestart);
    world.scheduler.runUntil(
        () ->
            starts() >= before + consumers.size()
                && consumers.stream().allMatch(SimulatedConsumer::isUp),
        "all consumers to stop and start");
    world.scheduler.runFor(STEP);
  }

  /** So that what one of them overlooks is not found by another. */
  private void leaveOne() {
    while (consumers.size() > 1) {
      world.scheduler.join(consumers.remove(consumers.size() - 1).stop());
    }
  }

  private int starts() {
    return consumers.stream().mapToInt(SimulatedConsumer::starts).sum();
  }

  private void stop() {
    List<CompletableFuture<Void>> stopped =
        consumers.stream().map(SimulatedConsumer::stop).toList();
    stopped.forEach(world.scheduler::join);
  }

  private void runUntil(
      StateReader reader,
      ThrashCheck thrash,
      Duration limit,
      Predicate<DatabaseState> reached,
      java.util.function.Function<DatabaseState, String> otherwise) {
    Instant deadline = world.scheduler.now().plus(limit);
    DatabaseState state = reader.read();
    while (!reached.test(state)) {
      require(
          world.scheduler.now().isBefore(deadline),
          "after " + limit + " " + otherwise.apply(state));
      world.scheduler.runFor(STEP);
      thrash.secondPassed();
      state = reader.read();
    }
  }
}
