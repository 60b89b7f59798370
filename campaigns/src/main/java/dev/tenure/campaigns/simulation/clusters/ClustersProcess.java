package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A process that may crash or stall at any of its tasks, and that begins again after a crash. */
abstract class ClustersProcess {
  private static final int RESTART_MILLIS_MAX = 3_000;

  final ClustersWorld world;
  final String name;
  final SplittableRandom random;
  private SimulatedProcess process;
  private int tasksLeft;
  private Runnable fate = () -> {};

  ClustersProcess(ClustersWorld world, String name) {
    this.world = world;
    this.name = name;
    this.random = world.scheduler.random(name);
    this.process = world.startProcess(name);
  }

  /** Is connected, and goes to work. */
  abstract void work(TenantDirectory directory);

  final SimulatedProcess process() {
    return process;
  }

  final void start() {
    var unused =
        world
            .connect(process)
            .whenComplete(
                (directory, error) -> {
                  if (error == null) {
                    work(directory);
                  } else {
                    later(RESTART_MILLIS_MAX, this::start);
                  }
                });
  }

  final void later(int millisMax, Runnable next) {
    long millis = random.nextLong(millisMax);
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  /** Crashes or stalls the process after a number of its tasks. */
  final void strikeWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate = random.nextInt(3) > 0 ? this::crash : this::stall;
  }

  /** Stalls the process after a number of its tasks. */
  final void stallWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate = this::stall;
  }

  private void stall() {
    process.pauseFor(Duration.ofMillis(random.nextInt(20_000)));
    world.edges.hit(Edge.PROCESS_STALLED);
  }

  /** One of its tasks was run. */
  final void taskRun() {
    if (tasksLeft > 0 && --tasksLeft == 0 && !world.ending) {
      fate.run();
    }
  }

  private void crash() {
    world.edges.hit(this instanceof MoverProcess ? Edge.MOVER_KILLED : Edge.PROCESS_KILLED);
    process.crash();
    process = world.startProcess(name);
    later(RESTART_MILLIS_MAX, this::start);
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
