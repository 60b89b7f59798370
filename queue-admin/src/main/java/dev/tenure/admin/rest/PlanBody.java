package dev.tenure.admin.rest;

import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.rebalance.MovePlan;
import dev.tenure.queue.rebalance.PlanProgress;
import dev.tenure.queue.rebalance.PlannedMove;
import dev.tenure.queue.rebalance.RebalancePlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans of many moves as JSON. */
final class PlanBody {
  private PlanBody() {}

  /**
   * A plan that would be made.
   *
   * @param moves the first ones; movesInAll has their number
   * @param before the weight of each cluster: bytes, or load for a plan by load
   * @param complete whether these moves reach the goal, as far as moves can
   */
  record Preview(
      String goal,
      List<Planned> moves,
      int movesInAll,
      Map<String, Long> before,
      Map<String, Long> after,
      int looked,
      boolean complete) {
    private static final int SHOWN = 100;

    static Preview of(RebalancePlan plan) {
      return new Preview(
          plan.goal().toString(),
          plan.moves().stream().limit(SHOWN).map(Planned::of).toList(),
          plan.moves().size(),
          plan.before(),
          plan.after(),
          plan.looked(),
          plan.complete());
    }
  }

  /** A move of a preview. */
  record Planned(String application, String user, String source, String target, long weight) {
    static Planned of(PlannedMove move) {
      return new Planned(
          move.tenant().application(),
          move.tenant().user(),
          move.source(),
          move.target(),
          move.weight());
    }
  }

  /**
   * A plan that was started.
   *
   * @param moves how many moves it was to ask for
   * @param undoes the plan that it undoes; null when it undoes none
   */
  record Plan(
      String id,
      String goal,
      String by,
      String reason,
      Instant begun,
      long moves,
      Optional<String> undoes) {
    static Plan of(MovePlan plan) {
      return new Plan(
          plan.id(),
          plan.goal(),
          plan.by(),
          plan.reason(),
          plan.begun(),
          plan.moves(),
          plan.undoes());
    }
  }

  /**
   * What has become of a plan's moves.
   *
   * @param ended whether none of them is open any more
   * @param bytes that its completed moves have copied
   */
  record Progress(
      Plan plan,
      boolean ended,
      long open,
      long paused,
      long reverting,
      long completed,
      long reverted,
      long failed,
      long bytes) {
    static Progress of(PlanProgress progress) {
      return new Progress(
          Plan.of(progress.plan()),
          progress.hasEnded(),
          progress.in(State.OPEN),
          progress.in(State.PAUSED),
          progress.in(State.REVERTING),
          progress.in(State.COMPLETED),
          progress.in(State.REVERTED),
          progress.in(State.FAILED),
          progress.bytes());
    }
  }

  /** How many moves a change has concerned. */
  record Changed(String plan, long moves) {}
}
