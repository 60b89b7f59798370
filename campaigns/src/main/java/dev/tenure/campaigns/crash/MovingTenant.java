package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Moves one tenant back and forth; resumes, or reverts, a move that it finds. */
final class MovingTenant {
  /** What a mover may be told: that it comes too late, and what another attempt may help. */
  private static final Set<Code> TOLD =
      EnumSet.of(Code.MOVE_REFUSED, Code.MOVE_TAKEN_OVER, Code.TENANT_MOVING);

  private static final int BETWEEN_MILLIS_MAX = 200;
  private static final int REVERT_ONE_IN = 4;

  private final MovedTenants tenants;
  private final int place;
  private final TenantId tenant;
  private final SplittableRandom random;

  MovingTenant(MovedTenants tenants, int place, SplittableRandom random) {
    this.tenants = tenants;
    this.place = place;
    this.tenant = MovedTenants.ALL.get(place);
    this.random = random;
  }

  void run() throws InterruptedException {
    while (true) {
      boolean reverts = random.nextInt(REVERT_ONE_IN) == 0;
      MoveProgress.Step at =
          random.nextBoolean() ? MoveProgress.Step.COPYING : MoveProgress.Step.VERIFYING;
      int wait = random.nextInt(BETWEEN_MILLIS_MAX);
      try {
        TenantMoveReport report = act(reverts, at).join();
        ParentPipe.say(place + " moved " + report.outcome());
      } catch (CompletionException e) {
        boolean isTold =
            FdbErrorPredicates.unwrap(e) instanceof QueueException told
                && TOLD.contains(told.code());
        if (!isTold) {
          throw e;
        }
      }
      Thread.sleep(wait);
    }
  }

  private CompletableFuture<TenantMoveReport> act(boolean reverts, MoveProgress.Step at) {
    Optional<MoveStatus> found = tenants.moves.find(tenant).join();
    Steps steps = new Steps(reverts ? Optional.of(at) : Optional.empty());
    if (found.isEmpty()) {
      return tenants.moves.move(tenant, tenants.other(tenant), steps::told);
    }
    return reverts && found.get().move().stage() != MoveEntry.Stage.ARRIVED
        ? tenants.moves.revert(tenant)
        : tenants.moves.resume(tenant, steps::told);
  }

  /** Says to which step a mover has come, and has another one revert the move at one of them. */
  private final class Steps {
    private final Optional<MoveProgress.Step> revertAt;
    private final Set<MoveProgress.Step> said = EnumSet.noneOf(MoveProgress.Step.class);

    Steps(Optional<MoveProgress.Step> revertAt) {
      this.revertAt = revertAt;
    }

    synchronized void told(MoveProgress progress) {
      if (said.add(progress.step())) {
        ParentPipe.say(place + " step " + progress.step());
        if (revertAt.equals(Optional.of(progress.step()))) {
          var unused = tenants.moves.revert(tenant);
        }
      }
    }
  }
}
