package dev.tenure.queue.rebalance;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.move.MoveRequest;
import java.time.Instant;
import java.util.Optional;

/**
 * A plan that was started.
 *
 * @param id 1 to {@value MoveRequest#PLAN_BYTES_MAX} bytes
 * @param goal what it is for, as text
 * @param by who started it, at most {@value MoveRequest#BY_CHARACTERS_MAX} characters
 * @param reason at most {@value MoveRequest#REASON_CHARACTERS_MAX} characters
 * @param moves how many moves it was to ask for
 * @param undoes the plan that this one undoes
 */
public record MovePlan(
    String id,
    String goal,
    String by,
    String reason,
    Instant begun,
    long moves,
    Optional<String> undoes) {
  public MovePlan {
    QueueLimits.checkName("plan", id, MoveRequest.PLAN_BYTES_MAX);
    QueueLimits.checkText("by", by, MoveRequest.BY_CHARACTERS_MAX);
    QueueLimits.checkText("reason", reason, MoveRequest.REASON_CHARACTERS_MAX);
  }
}
