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
 * Finds other plans of a group than the best one, to compare expected costs with what plans read.
 * First it returns all plans that rules offer for the goal; each is made of the best plans below
 * it. Then it takes each goal of a group below, replaces its best plan by each other plan that
 * rules offer there, and returns all plans for the top goal again. A plan that differs from the
 * best one in two goals below is not returned.
 */
public final class Alternatives {
  private final BoundSearch.Scope scope;

  /** Creates a search, with the same arguments as {@link Optimizer}. */
  public Alternatives(
      BoundMetaData metaData,
      Cardinalities cardinalities,
      List<ImplementationRule> rules,
      List<String> types) {
    this.scope = new BoundSearch.Scope(metaData, cardinalities, rules, types);
  }

  /** A goal of a group. Groups are compared by identity. */
  private record Choice(Group group, Goal goal) {}

  /**
   * Passes plans to a consumer, some of them more than once, in the same order each time.
   *
   * @param more receives a plan, and returns whether another one is wanted
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

  /** Collects all offers for all goals, without bounds on their costs. */
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
          offers(choice).stream().min(Comparator.comparingDouble(choice.goal()::costOf));
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

  /** Collects the offers for one goal of one group. */
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
