package dev.tenure.queue.rebalance;

import dev.tenure.queue.TenantId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Chooses moves. For a single use. */
final class PlanMaker {
  private static final int PERCENT = 100;

  private final SortedMap<String, Long> weights;
  private final int movesMax;
  private final List<PlannedMove> moves = new ArrayList<>();
  private boolean complete = true;

  /** A tenant, where it is, and what it weighs. */
  record Weighed(TenantId tenant, String cluster, long weight) {}

  /**
   * @param weights of all clusters
   */
  PlanMaker(SortedMap<String, Long> weights, int movesMax) {
    this.weights = new TreeMap<>(weights);
    this.movesMax = movesMax;
  }

  List<PlannedMove> moves() {
    return moves;
  }

  /** The weights when the moves are made. */
  SortedMap<String, Long> weights() {
    return weights;
  }

  boolean complete() {
    return complete;
  }

  /** Each tenant goes to the target that is lightest then, heavy tenants first. */
  void spread(List<Weighed> tenants, SortedSet<String> targets) {
    List<Weighed> sorted = new ArrayList<>(tenants);
    sorted.sort(heaviestFirst());
    for (Weighed each : sorted) {
      if (moves.size() == movesMax) {
        complete = false;
        return;
      }
      move(each, lightest(targets));
    }
  }

  private static Comparator<Weighed> heaviestFirst() {
    return Comparator.comparing(Weighed::weight)
        .reversed()
        .thenComparing(each -> each.tenant().toString());
  }

  private String lightest(SortedSet<String> clusters) {
    return clusters.stream()
        .min(Comparator.comparing(this::weight))
        .orElseThrow(() -> new IllegalStateException("there is no cluster to move tenants to"));
  }

  private long weight(String cluster) {
    return weights.getOrDefault(cluster, 0L);
  }

  private void move(Weighed tenant, String target) {
    moves.add(new PlannedMove(tenant.tenant(), tenant.cluster(), target, tenant.weight()));
    weights.merge(tenant.cluster(), -tenant.weight(), Long::sum);
    weights.merge(target, tenant.weight(), Long::sum);
  }

  /**
   * Moves tenants from the heaviest cluster to the lightest one. Ends when the two differ by at
   * most this percentage of the mean, or when no move makes the difference smaller. A tenant moves
   * once at most.
   */
  void even(List<Weighed> tenants, int percent) {
    List<Weighed> left = new ArrayList<>(tenants);
    left.sort(heaviestFirst());
    while (true) {
      String heaviest = heaviest();
      String lightest = lightest(new TreeSet<>(weights.keySet()));
      long gap = weight(heaviest) - weight(lightest);
      if (gap * PERCENT <= mean() * percent) {
        return;
      }
      Optional<Weighed> chosen = choose(left, heaviest, gap);
      if (chosen.isEmpty()) {
        return;
      }
      if (moves.size() == movesMax) {
        complete = false;
        return;
      }
      left.remove(chosen.get());
      move(chosen.get(), lightest);
    }
  }

  private String heaviest() {
    return weights.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .orElseThrow()
        .getKey();
  }

  private double mean() {
    return weights.values().stream().mapToLong(each -> each).average().orElse(0);
  }

  /** The heaviest tenant that closes the gap at most; else the lightest that makes it smaller. */
  private static Optional<Weighed> choose(List<Weighed> left, String cluster, long gap) {
    List<Weighed> there =
        left.stream()
            .filter(each -> each.cluster().equals(cluster))
            .filter(each -> each.weight() > 0 && each.weight() < gap)
            .toList();
    return there.stream()
        .filter(each -> each.weight() <= gap / 2)
        .findFirst()
        .or(() -> there.stream().reduce((before, next) -> next));
  }
}
