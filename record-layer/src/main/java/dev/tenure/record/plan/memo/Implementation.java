package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.MergeKey;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/** The view of the search for a plan that implementation rules have. */
public interface Implementation {

  /**
   * The best plan of a group for a goal. The result is empty when the group has no such plan, and
   * when the plan costs as much as the best plan known for the goal of this search.
   */
  Optional<PlanNode> best(Group group, Goal goal);

  /** As {@link #best}, at any cost. For a plan that may not have to be read. */
  Optional<PlanNode> bestAtAnyCost(Group group, Goal goal);

  /**
   * Offers a plan in the order of the goal of this search. Dropped when its rows lack what the goal
   * needs; the search itself offers plans of keys with a {@link dev.tenure.record.plan.node.Fetch}
   * on top. Of plans of equal cost the first one is kept.
   */
  void offer(PlanNode plan);

  BoundMetaData metaData();

  /** The expected numbers of records of sets, and of values of lists. */
  Cardinalities cardinalities();

  /** Conditions bound to the types of the query. */
  Conditions conditions(List<QueryPredicate> conditions);

  /** The merge key of an order, bound to the types of a group: others may lack its columns. */
  MergeKey mergeKey(OrderSpec order, Group group);
}
