package dev.tenure.campaigns.simulation.run;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process of a world of tenants that may crash or stall at any of its tasks, and that begins
 * again after a crash.
 *
 * @param <C> what the process is connected to
 */
public abstract class RestartingProcess<C> {
  private static final int RESTART_MILLIS_MAX = 3_000;
  private static final int STALL_MILLIS_MAX = 20_000;

  protected final String name;
  protected final SplittableRandom random;
  private final TenantsWorld inhabited;
  private SimulatedProcess process;
  private int tasksLeft;
  private Runnable fate = () -> {};

  protected RestartingProcess(TenantsWorld world, String name) {
    this.inhabited = world;
    this.name = name;
    this.random = world.scheduler.random(name);
    this.process = world.startProcess(name);
  }

  /** Connects the process to its clusters. */
  protected abstract CompletableFuture<C> connect(SimulatedProcess started);

  /** Is connected, and goes to work. */
  protected abstract void work(C connection);

  /** The edge that a crash of this process reaches. */
  protected Edge killed() {
    return Edge.PROCESS_KILLED;
  }

  public final SimulatedProcess process() {
    return process;
  }

  public final void start() {
    var unused =
        connect(process)
            .whenComplete(
                (connection, error) -> {
                  if (error == null) {
                    work(connection);
                  } else {
                    later(RESTART_MILLIS_MAX, this::start);
                  }
                });
  }

  protected final void later(int millisMax, Runnable next) {
    long millis = random.nextLong(millisMax);
    var unused = process.timer().schedule(next, millis, TimeUnit.MILLISECONDS);
  }

  /** As {@link #later}, unless the run comes to its end before. */
  protected final void workLater(int millisMax, Runnable next) {
    if (!inhabited.ending) {
      later(
          millisMax,
          () -> {
            if (!inhabited.ending) {
              next.run();
            }
          });
    }
  }

  /** Crashes the process after a number of its tasks. */
  protected final void crashWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate = this::crash;
  }

  /** Stalls the process after a number of its tasks. */
  protected final void stallWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate = this::stall;
  }

  /** Crashes or stalls the process after a number of its tasks. */
  protected final void strikeWithin(int tasksMax) {
    tasksLeft = 1 + random.nextInt(tasksMax);
    fate = random.nextInt(3) > 0 ? this::crash : this::stall;
  }

  private void stall() {
    process.pauseFor(Duration.ofMillis(random.nextInt(STALL_MILLIS_MAX)));
    inhabited.edges.hit(Edge.PROCESS_STALLED);
  }

  private void crash() {
    inhabited.edges.hit(killed());
    process.crash();
    process = inhabited.startProcess(name);
    later(RESTART_MILLIS_MAX, this::start);
  }

  /** One of its tasks was run. */
  public final void taskRun() {
    if (tasksLeft > 0 && --tasksLeft == 0 && !inhabited.ending) {
      fate.run();
    }
  }

  /** Nothing keeps it from its work any more. */
  public final void calmDown() {
    tasksLeft = 0;
    if (process.isPaused()) {
      process.resume();
    }
    process.setSkew(Duration.ZERO);
  }
}
