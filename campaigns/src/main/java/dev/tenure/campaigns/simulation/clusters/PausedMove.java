package dev.tenure.campaigns.simulation.clusters;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A mover dies or stalls a few tasks after it has closed the source, and the move is paused: by an
 * operator, for whom a worker of another process acts, or by a program. The tenant is served again,
 * though nobody resumes the move. A mover that has stalled then goes on.
 */
final class PausedMove {
  private static final Duration SERVED_WITHIN = Duration.ofSeconds(10);
  private static final Duration STALLS_FOR = Duration.ofSeconds(20);
  private static final Duration STEP = Duration.ofMillis(500);
  private static final int TASKS_MAX = 60;
  private static final int ORDERS = 2;

  private final ClustersWorld world;
  private final TenantDirectory directory;
  private final TenantMoves moves;
  private final MoveRequests requests;
  private final SplittableRandom random;
  private boolean asked;

  PausedMove(ClustersWorld world, TenantDirectory directory) {
    this.world = world;
    this.directory = directory;
    this.moves = MoverProcess.moves(world, directory);
    this.requests = MoveRequests.of(directory);
    this.random = world.scheduler.random("paused move");
  }

  private <T> T done(CompletableFuture<T> call) {
    T value = world.scheduler.join(call);
    world.throwReported();
    return value;
  }

  /** Leaves the move to its end, which the caller brings about. */
  void run(TenantId tenant) {
    String from = done(directory.find(tenant)).orElseThrow().cluster();
    String target =
        world.plan.clusters().stream().filter(each -> !each.equals(from)).findFirst().orElseThrow();
    asked = false;
    SimulatedProcess mover = leftInHandover(tenant, target, random.nextBoolean());
    if (asked) {
      pausedByAnOperator(tenant);
    } else {
      pausedByAProgram(tenant);
    }
    order(tenant, 0);
    world.runUntil(world.scheduler.now().plus(STALLS_FOR));
    order(tenant, ORDERS);
    if (mover.isAlive()) {
      mover.crash();
    }
  }

  /** A mover that has closed the source, and then dies or stalls. */
  private SimulatedProcess leftInHandover(TenantId tenant, String target, boolean asks) {
    SimulatedProcess mover = world.startProcess("left");
    TenantDirectory own = done(world.directory(mover));
    List<MoveProgress.Step> told = new ArrayList<>();
    CompletableFuture<?> move =
        MoverProcess.moves(world, own).move(tenant, target, progress -> told.add(progress.step()));
    world.scheduler.runUntil(() -> !told.isEmpty() || move.isDone(), "the move has begun");
    if (asks) {
      MoveReason why = MoveReason.of("operator", "asks");
      asked = done(requests.ask(tenant, target, why).handle((request, error) -> error == null));
    }
    world.scheduler.runUntil(
        () -> told.contains(MoveProgress.Step.CLOSED) || move.isDone(), "the source is closed");
    long until = world.scheduler.tasksRun() + random.nextInt(TASKS_MAX);
    world.scheduler.runUntil(() -> world.scheduler.tasksRun() >= until, "the mover goes on");
    if (random.nextBoolean()) {
      mover.crash();
      world.edges.hit(Edge.MOVER_KILLED);
    } else {
      mover.pauseFor(STALLS_FOR);
      world.edges.hit(Edge.PROCESS_STALLED);
    }
    return mover;
  }

  private void pausedByAnOperator(TenantId tenant) {
    if (done(requests.pause(tenant).handle((paused, error) -> error == null))) {
      world.edges.hit(Edge.MOVE_PAUSED);
    }
    MoveWorker worker = WorkerProcess.worker(world, directory);
    worker.start();
    requireServed(tenant, SERVED_WITHIN);
    done(worker.stop());
  }

  /** A move that has arrived is resumed, since no worker knows of it. */
  private void pausedByAProgram(TenantId tenant) {
    done(moves.pause(tenant).handle((paused, error) -> error == null));
    boolean arrived =
        done(moves.find(tenant))
            .filter(status -> status.move().stage() == MoveEntry.Stage.ARRIVED)
            .isPresent();
    if (arrived) {
      done(moves.resume(tenant, progress -> {}));
    }
    requireServed(tenant, Duration.ZERO);
  }

  /** Requires that the tenant is served before an instant. */
  private void requireServed(TenantId tenant, Duration within) {
    Instant end = world.scheduler.now().plus(within);
    while (!isServed(tenant)) {
      require(
          world.scheduler.now().isBefore(end),
          () ->
              "nobody serves "
                  + tenant
                  + ", whose move is paused: "
                  + done(moves.find(tenant))
                  + ", "
                  + done(requests.find(tenant)));
      world.scheduler.runFor(STEP);
    }
  }

  private boolean isServed(TenantId tenant) {
    return done(
        directory
            .deployment()
            .run(tenant, tx -> tx.zone().isEmpty())
            .handle((empty, error) -> error == null));
  }

  private void order(TenantId tenant, int from) {
    for (int i = from; i < from + ORDERS; i++) {
      int position = i;
      done(directory.deployment().run(tenant, tx -> world.work.place(tx, "paused", position)));
      world.work.acknowledge(tenant, "paused/" + position);
    }
  }
}
