package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sets the clock of one process wrong beyond the stated skew: by hours, with steps back, or
 * drifting.
 */
final class WrongClock {
  /** So long may its handlers seem to have run for longer than they have. */
  private static final Duration STEP_FELT = Duration.ofMinutes(1);

  private static final int STEP_SECONDS = 3_600;
  private static final int DRIFT_MILLIS_A_SECOND_MAX = 400;
  private static final int OFF_SECONDS_MIN = 11;
  private static final int OFF_SECONDS_MAX = 120;

  private final DeploymentWorld world;
  private final SimulatedProcess itself;
  private final SplittableRandom random;
  private final Supplier<SimulatedProcess> victim;
  private boolean ended;

  /**
   * @param victim the process as it is now; each start of it is another
   */
  WrongClock(DeploymentWorld world, Supplier<SimulatedProcess> victim) {
    this.world = world;
    this.itself = world.scheduler.process("wrong clock");
    this.random = world.scheduler.random("wrong clock");
    this.victim = victim;
  }

  void start() {
    switch (random.nextInt(4)) {
      case 0 -> set(Duration.ofHours(random.nextBoolean() ? 1 : -1));
      case 1 -> {
        int seconds = random.nextInt(OFF_SECONDS_MIN, OFF_SECONDS_MAX);
        set(Duration.ofSeconds(random.nextBoolean() ? seconds : -seconds));
      }
      case 2 -> {
        set(Duration.ofSeconds(STEP_SECONDS));
        long when = random.nextLong(world.plan.busy().toMillis());
        var unused = itself.timer().schedule(this::stepBack, when, TimeUnit.MILLISECONDS);
      }
      default -> drift(random.nextInt(-DRIFT_MILLIS_A_SECOND_MAX, DRIFT_MILLIS_A_SECOND_MAX));
    }
  }

  /** Sets the clock right for good. */
  void end() {
    ended = true;
    set(Duration.ZERO);
  }

  private void stepBack() {
    if (!ended) {
      world.edges.hit(Edge.CLOCK_STEPPED_BACK);
      set(Duration.ZERO);
    }
  }

  private void drift(int millisASecond) {
    if (!ended) {
      world.edges.hit(Edge.CLOCK_DRIFTED);
      set(victim.get().skew().plusMillis(millisASecond));
      var unused = itself.timer().schedule(() -> drift(millisASecond), 1, TimeUnit.SECONDS);
    }
  }

  private void set(Duration ahead) {
    world.scheduler.note(victim.get().name() + " has a clock ahead by " + ahead);
    victim.get().setSkew(ahead);
    world.disturb(victim.get().name(), STEP_FELT);
  }
}
