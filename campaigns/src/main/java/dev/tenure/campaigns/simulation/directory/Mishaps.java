package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Kills processes and sets clocks, at random times. */
final class Mishaps {
  private static final int BETWEEN_MILLIS_MAX = 8_000;

  private final DirectoryWorld world;
  private final List<Actor> actors;
  private final SplittableRandom random;
  private final SimulatedProcess process;

  Mishaps(DirectoryWorld world, List<Actor> actors) {
    this.world = world;
    this.actors = actors;
    this.random = world.scheduler.random("mishaps");
    this.process = world.scheduler.process("mishaps");
  }

  void start() {
    var unused =
        process
            .timer()
            .schedule(this::strike, random.nextInt(BETWEEN_MILLIS_MAX), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (world.ending) {
      return;
    }
    Actor victim = actors.get(random.nextInt(actors.size()));
    long skewMax = world.plan.skewMax().toMillis();
    if (skewMax > 0 && random.nextBoolean()) {
      Duration ahead = Duration.ofMillis(random.nextLong(-skewMax, skewMax + 1));
      world.scheduler.note("the clock of " + victim.name + " is set " + ahead);
      world.edges.hit(Edge.CLOCK_SET);
      victim.process().setSkew(ahead);
    } else {
      victim.crash();
    }
    start();
  }
}
