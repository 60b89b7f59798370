package dev.tenure.campaigns.simulation.stores;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A process that may crash or stall at any of its tasks, and that begins again after a crash. */
abstract class StoresProcess {
  private static final int RESTART_MILLIS_MAX = 3_000;

  final StoresWorld world;
  final String name;
  final SplittableRandom random;
  private SimulatedProcess process;
  private int starts;
  private int tasksLeft;
  private Runnable fate = () -> {};

  StoresProcess(StoresWorld world, String name) {
    this.world = world;
    this.name = name;
    this.random = world.scheduler.random(name);
    this.process = next();
  }

  private SimulatedProcess next() {
    return world.startProcess(name + "." + ++starts);
  }

  /** Is connected, and goes to work. */
  abstract void work(Deployment deployment);

  final SimulatedProcess process() {
    return process;
  }

  final void start() {
    var unused =
        world
            .connect(process)
            .whenComplete(
                (deployment, error) -> {
                  if (error == null) {
                    work(deployment);
                  } else {
                    restart();
                  }
                });
  }

  final void later(long millis, Runnable next) {
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  /** Crashes or stalls the process after a number of its tasks. */
  final void strikeWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate =
        random.nextInt(3) > 0
            ? this::crash
            : () -> {
              process.pauseFor(Duration.ofMillis(random.nextInt(20_000)));
              world.edges.hit(Edge.PROCESS_STALLED);
            };
  }

  /** One of its tasks was run. */
  final void taskRun() {
    if (tasksLeft > 0 && --tasksLeft == 0 && !world.ending) {
      fate.run();
    }
  }

  private void crash() {
    world.edges.hit(Edge.PROCESS_KILLED);
    process.crash();
    restart();
  }

  private void restart() {
    process = next();
    later(random.nextInt(RESTART_MILLIS_MAX), this::start);
  }

  /** Nothing keeps it from its work any more. */
  final void calmDown() {
    tasksLeft = 0;
    if (process.isPaused()) {
      process.resume();
    }
    process.setSkew(Duration.ZERO);
  }
}
