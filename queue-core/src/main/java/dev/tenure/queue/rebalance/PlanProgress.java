package dev.tenure.queue.rebalance;

import dev.tenure.queue.move.MoveRequest;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What has become of a plan's moves.
 *
 * @param moves how many requests of the plan are in each state; those that ended are known for a
 *     day
 * @param bytes that its completed moves have copied
 */
public record PlanProgress(MovePlan plan, Map<MoveRequest.State, Long> moves, long bytes) {
  public PlanProgress {
    EnumMap<MoveRequest.State, Long> copy = new EnumMap<>(MoveRequest.State.class);
    copy.putAll(moves);
    moves = Collections.unmodifiableMap(copy);
  }

  /** How many requests are in a state. */
  public long in(MoveRequest.State state) {
    return moves.getOrDefault(state, 0L);
  }

  /** Whether no request of the plan is open any more. */
  public boolean hasEnded() {
    return moves.keySet().stream().allMatch(MoveRequest.State::hasEnded);
  }
}
