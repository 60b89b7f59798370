package dev.tenure.queue.rebalance;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan as it was previewed.
 *
 * @param before the weight of each cluster
 * @param after the weight of each cluster when the moves are made
 * @param looked how many tenants were looked at
 * @param complete whether these moves reach the goal, as far as moves can: false when there were
 *     more tenants or moves than were wanted
 */
public record RebalancePlan(
    RebalanceGoal goal,
    List<PlannedMove> moves,
    SortedMap<String, Long> before,
    SortedMap<String, Long> after,
    int looked,
    boolean complete) {
  public RebalancePlan {
    moves = List.copyOf(moves);
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    after = Collections.unmodifiableSortedMap(new TreeMap<>(after));
  }
}
