package dev.tenure.campaigns.simulation.pointers;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.Schedule;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import dev.tenure.campaigns.simulation.state.StateReader;
import dev.tenure.campaigns.simulation.state.StateWatch;
import dev.tenure.testkit.engine.FaultRates;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run of the pointer protocol alone: many short rounds, each on a zone of its own, in which few
 * transactions of producers, visits and operators meet in every order that their read versions and
 * commits may have. No consumer looks at the zone in between, so no work is found by luck.
 */
public final class PointerSimulation {
  private static final int ROUNDS = 8;
  private static final int ACTORS = 4;
  private static final int CHECK_EVERY = 64;

  private final SimulatedWorld world;

  private PointerSimulation(long seed) {
    this.world = new SimulatedWorld(options(seed));
  }

  private static SimulationOptions options(long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ 0x901d3L);
    int shards = random.nextInt(1, 4);
    long skewMillis = new long[] {0, 0, 1_000, 5_000}[random.nextInt(4)];
    SimulationOptions.Fleet fleet = new SimulationOptions.Fleet(1, 1, 1, 1, 1, shards);
    SimulationOptions.Times times =
        new SimulationOptions.Times(
            Duration.ZERO,
            Duration.ofMillis(random.nextInt(1_000, 4_000)),
            Duration.ofMillis(random.nextInt(1_000, 12_000)),
            Duration.ofMillis(skewMillis),
            Duration.ZERO);
    FaultRates faults =
        random.nextInt(3) == 0
            ? new FaultRates(0.03, 0.01, 0.03, 0.03, 0, 0, 0, 0, Duration.ZERO)
            : FaultRates.none();
    return new SimulationOptions(seed, fleet, times, faults, CHECK_EVERY, false, Schedule.UNIFORM);
  }

  /** Runs to the end or to the first violation, writing the whole history to {@code trace}. */
  public static SimulationReport run(long seed, OutputStream trace) {
    PointerSimulation simulation = new PointerSimulation(seed);
    simulation.world.scheduler.trace().copyTo(trace);
    return simulation.report();
  }

  private SimulationReport report() {
    return world.report(World.POINTERS, this::runAll);
  }

  private void runAll() {
    world.scheduler.afterEachTask(process -> world.throwReported());
    StateReader reader = new StateReader(world);
    StateWatch watch = new StateWatch(world, reader);
    watch.begin();
    List<ZoneActor> actors = new ArrayList<>();
    for (int number = 0; number < ACTORS; number++) {
      actors.add(new ZoneActor(world, "actor-" + number));
    }
    SplittableRandom random = world.scheduler.random("rounds");
    for (int round = 0; round < ROUNDS; round++) {
      new ZoneRound(world, reader, actors, "zone-" + round, random).run();
    }
    watch.checkNow();
    require(world.scheduler.failures().isEmpty(), "timers failed: " + world.scheduler.failures());
  }
}
