package dev.tenure.campaigns.simulation.clusters;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.async.Pace;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves tenants; resumes, pauses and reverts moves that it finds, whoever has begun them. It is
 * killed, or stalls, at any task.
 */
final class MoverProcess extends ClustersProcess {
  /** The mover whose clock may be wrong. */
  private static final String WRONG = "mover-0";

  private static final int TASKS_MAX = 300;
  private static final int BETWEEN_MILLIS_MAX = 4_000;
  private static final int HANDOVER_TASKS_MAX = 80;

  MoverProcess(ClustersWorld world, String name) {
    super(world, name);
  }

  static MoveOptions options(ClustersWorld world) {
    return MoveOptions.defaults()
        .withChunkBytes(world.plan.chunkBytes())
        .withPace(Pace.unlimited().withPause(world.plan.betweenChunks()))
        .withPauseMax(world.plan.pauseMax())
        .withHoldFor(Duration.ofSeconds(1));
  }

  static TenantMoves moves(ClustersWorld world, TenantDirectory directory) {
    return TenantMoves.of(directory, options(world));
  }

  @Override
  protected Edge killed() {
    return Edge.MOVER_KILLED;
  }

  @Override
  protected void work(TenantDirectory directory) {
    if (name.equals(WRONG) && !world.plan.wrongClock().isZero() && !world.ending) {
      process().setSkew(world.plan.wrongClock());
      world.edges.hit(Edge.CLOCK_SET);
    }
    workLater(BETWEEN_MILLIS_MAX, () -> act(directory));
  }

  private void act(TenantDirectory directory) {
    if (random.nextInt(3) > 0) {
      strikeWithin(TASKS_MAX);
    }
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    TenantMoves moves = moves(world, directory);
    var unused =
        moves
            .find(tenant)
            .whenComplete(
                (found, error) -> {
                  if (error == null) {
                    act(directory, moves, tenant, found);
                  } else {
                    work(directory);
                  }
                });
  }

  private void act(
      TenantDirectory directory, TenantMoves moves, TenantId tenant, Optional<MoveStatus> found) {
    if (found.isEmpty()) {
      List<String> clusters = world.plan.clusters();
      String target = clusters.get(random.nextInt(clusters.size()));
      if (random.nextBoolean()) {
        world.scheduler.note(name + " asks for a move of " + tenant + " to " + target);
        told(
            directory,
            MoveRequests.of(directory)
                .ask(tenant, target, MoveReason.of(name, ""))
                .thenApply(asked -> null));
        return;
      }
      world.scheduler.note(name + " moves " + tenant + " to " + target);
      told(directory, moves.move(tenant, target, this::strikeWhenClosed));
      return;
    }
    switch (random.nextInt(7)) {
      case 5 -> {
        world.scheduler.note(name + " has the request of " + tenant + " paused");
        told(directory, MoveRequests.of(directory).pause(tenant).thenApply(asked -> null));
      }
      case 6 -> {
        world.scheduler.note(name + " has the request of " + tenant + " reverted");
        told(directory, MoveRequests.of(directory).revert(tenant).thenApply(asked -> null));
      }
      case 0 -> {
        world.scheduler.note(name + " reverts the move of " + tenant);
        told(directory, moves.revert(tenant));
      }
      case 1 -> {
        world.scheduler.note(name + " pauses the move of " + tenant);
        told(directory, moves.pause(tenant).thenApply(done -> null));
      }
      default -> {
        world.scheduler.note(name + " resumes the move of " + tenant);
        told(
            directory,
            moves
                .resume(tenant, this::strikeWhenClosed)
                .thenApply(
                    report -> {
                      world.edges.hit(Edge.MOVE_RESUMED);
                      return report;
                    }));
      }
    }
  }

  /**
   * A mover that stands still while nobody is served, and goes on after another one; or that dies
   * then.
   */
  private void strikeWhenClosed(MoveProgress progress) {
    if (progress.step() == MoveProgress.Step.CLOSED) {
      switch (random.nextInt(6)) {
        case 0, 1 -> stallWithin(HANDOVER_TASKS_MAX);
        case 2 -> crashWithin(HANDOVER_TASKS_MAX);
        default -> {}
      }
    }
  }

  private void told(TenantDirectory directory, CompletableFuture<@Nullable TenantMoveReport> call) {
    BiConsumer<@Nullable TenantMoveReport, @Nullable Throwable> note =
        (report, error) -> {
          world.scheduler.note(name + " ended: " + (error == null ? report : error));
          if (report != null) {
            world.edges.hit(
                switch (report.outcome()) {
                  case COMPLETED -> Edge.TENANT_MOVED;
                  case REVERTED -> Edge.MOVE_REVERTED;
                  case PAUSED -> Edge.MOVE_PAUSED;
                });
          }
          if (error != null) {
            failed(FdbErrorPredicates.unwrap(error));
          }
          work(directory);
        };
    var unused = call.whenComplete(note);
  }

  private void failed(Throwable error) {
    if (error instanceof QueueException told) {
      if (told.code() == QueueException.Code.MOVE_TAKEN_OVER) {
        world.edges.hit(Edge.MOVER_TAKEN_OVER);
      }
      world.require(
          told.code() != QueueException.Code.MOVE_NOT_VERIFIED
              && told.code() != QueueException.Code.TENANT_EXISTS
              && told.code() != QueueException.Code.CORRUPT,
          "a mover was told " + told);
    }
  }
}
