package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that may crash or stall at any of its tasks, and that starts again after a crash with
 * nothing in its memory.
 */
abstract class Actor {
  private static final int RESTART_MILLIS_MAX = 3_000;

  final DirectoryWorld world;
  final String name;
  private SimulatedProcess process;
  private int tasksLeft;
  private Runnable fate = () -> {};
  private int waiting;

  Actor(DirectoryWorld world, String name) {
    this.world = world;
    this.name = name;
    this.process = world.startProcess(name);
  }

  /** Has begun, connected, and goes to work. */
  abstract void work(Office office);

  /** How it sees clusters and directory. */
  CompletableFuture<Office> connect(SimulatedProcess mine) {
    return world.connect(mine);
  }

  final SimulatedProcess process() {
    return process;
  }

  final void start() {
    SimulatedProcess mine = process;
    waiting = 0;
    var unused =
        connect(mine)
            .whenComplete(
                (office, error) -> {
                  if (error == null) {
                    work(office);
                  } else {
                    later(RESTART_MILLIS_MAX, this::start);
                  }
                });
  }

  /** Does something some time later, unless the process has crashed by then. */
  final void later(int millisMax, Runnable next) {
    long millis = process.random().nextLong(millisMax);
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  /** Notes that a call is under way until it has ended. */
  final <T> CompletableFuture<T> waitingFor(CompletableFuture<T> call) {
    waiting++;
    SimulatedProcess mine = process;
    return call.whenComplete((value, error) -> waiting -= mine == process ? 1 : 0);
  }

  /** Whether no call is under way. */
  final boolean isIdle() {
    return waiting == 0;
  }

  /** Crashes the process after a number of its tasks. */
  final void crashAfter(int tasks) {
    tasksLeft = tasks;
    fate = this::crash;
  }

  /** Stalls the process for a time, after a number of its tasks; answers wait for it. */
  final void stallAfter(int tasks, Duration lasting) {
    tasksLeft = tasks;
    fate = () -> stall(lasting);
  }

  /** Stalls the process from now on. */
  final void stall(Duration lasting) {
    process.pauseFor(lasting);
    world.edges.hit(Edge.PROCESS_STALLED);
  }

  /** One of its tasks was run. */
  final void taskRun() {
    if (tasksLeft > 0 && --tasksLeft == 0 && !world.ending) {
      fate.run();
    }
  }

  final void crash() {
    world.edges.hit(Edge.PROCESS_KILLED);
    crashed();
    process.crash();
    process = world.startProcess(name);
    later(RESTART_MILLIS_MAX, this::start);
  }

  /** Forgets what only its memory had. */
  void crashed() {}

  /** Nothing keeps it from its work any more. */
  void calmDown() {
    tasksLeft = 0;
    if (process.isPaused()) {
      process.resume();
    }
    process.setSkew(Duration.ZERO);
  }
}
