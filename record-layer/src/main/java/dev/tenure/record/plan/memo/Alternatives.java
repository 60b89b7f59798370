package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.node.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Other plans of a group than the best one, to compare costs with what plans read. Given are all
 * plans that rules offer for the goal, each made of the best plans below it; then the same again
 * for each goal of a group below and each plan offered there, with that plan in the place of the
 * best. A plan that differs in two goals below is not given.
 */
public final class Alternatives {
  private final BoundSearch.Scope scope;

  /** As {@link Optimizer}. */
  public Alternatives(
      BoundMetaData metaData,
      Cardinalities cardinalities,
      List<ImplementationRule> rules,
      List<String> types) {
    this.scope = new BoundSearch.Scope(metaData, cardinalities, rules, types);
  }

  /** A goal of a group. Groups are the same only when they are one. */
  private record Choice(Group group, Goal goal) {}

  /**
   * Gives plans, some of them more than once, in an order that does not change.
   *
   * @param more takes a plan, and says whether another one is wanted
   */
  public void give(Group group, Goal goal, Predicate<PlanNode> more) {
    Choice root = new Choice(group, goal);
    Pass best = new Pass(Map.of());
    if (!give(best.offers(root), more)) {
      return;
    }
    Map<Choice, List<PlanNode>> below = new LinkedHashMap<>(best.offers);
    below.remove(root);
    for (Map.Entry<Choice, List<PlanNode>> each : below.entrySet()) {
      Optional<PlanNode> chosen = best.best(each.getKey());
      for (PlanNode plan : each.getValue()) {
        boolean isOther = chosen.filter(one -> one == plan).isEmpty();
        if (isOther && !give(new Pass(Map.of(each.getKey(), plan)).offers(root), more)) {
          return;
        }
      }
    }
  }

  private static boolean give(List<PlanNode> plans, Predicate<PlanNode> more) {
    return plans.stream().allMatch(more);
  }

  /** All offers for all goals, without bounds. */
  private final class Pass {
    private final Map<Choice, List<PlanNode>> offers = new LinkedHashMap<>();
    private final Map<Choice, Optional<PlanNode>> cheapest = new HashMap<>();
    private final Set<Choice> sought = new HashSet<>();
    private final Map<Choice, PlanNode> forced;

    Pass(Map<Choice, PlanNode> forced) {
      this.forced = new HashMap<>(forced);
    }

    Optional<PlanNode> best(Choice choice) {
      PlanNode other = forced.get(choice);
      if (other != null) {
        return Optional.of(other);
      }
      Optional<PlanNode> known = cheapest.get(choice);
      if (known != null) {
        return known;
      }
      Optional<PlanNode> found =
          offers(choice).stream()
              .min(Comparator.comparingDouble(choice.goal()::costOf));
      if (offers.containsKey(choice)) { // not while they are still sought
        cheapest.put(choice, found);
      }
      return found;
    }

    List<PlanNode> offers(Choice choice) {
      List<PlanNode> known = offers.get(choice);
      if (known != null) {
        return known;
      }
      if (!sought.add(choice)) {
        return List.of(); // a plan that has itself among its parts is never the best
      }
      Search search = new Search(this, choice.goal());
      search.run(choice.group());
      sought.remove(choice);
      offers.put(choice, search.offered);
      return search.offered;
    }
  }

  /** The offers for one goal of one group. */
  private final class Search extends BoundSearch {
    private final Pass pass;
    private final List<PlanNode> offered = new ArrayList<>();

    Search(Pass pass, Goal goal) {
      super(scope, goal);
      this.pass = pass;
    }

    @Override
    public Optional<PlanNode> best(Group group, Goal inner) {
      return pass.best(new Choice(group, inner));
    }

    @Override
    public Optional<PlanNode> bestAtAnyCost(Group group, Goal inner) {
      return best(group, inner);
    }

    @Override
    public void offer(PlanNode plan) {
      if (plan.delivered().has(goal().needs())) {
        offered.add(plan);
      }
    }
  }
}
