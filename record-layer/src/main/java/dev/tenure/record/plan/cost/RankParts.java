package dev.tenure.record.plan.cost;

import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Computes which part of a group conditions on one rank leave: of 50 records, {@code rank < 10}
 * leaves a fifth. A rank whose value is not known is assumed to be among the first 100, since
 * queries by rank usually want the first few records.
 *
 * @param group the number of records of the group
 * @param first the part of them that has the first rank together
 * @param isAverage whether conditions do not fix the group, so that it may have more records
 */
record RankParts(Selectivities known, double group, double first, boolean isAverage) {
  private static final double RANKS = 100;

  /**
   * The part that conditions leave together. All comparisons together bound one range of ranks.
   *
   * @param others computes the part that a condition leaves that is no comparison
   */
  double of(List<QueryPredicate> conditions, ToDoubleFunction<QueryPredicate> others) {
    double part = 1;
    for (QueryPredicate each : conditions) {
      if (!(each instanceof Comparison comparison)) {
        part *= known.ranksOf(each).map(this::ofList).orElseGet(() -> others.applyAsDouble(each));
      } else if (known.rankOf(each).isEmpty() || comparison.operator() == Operator.NOT_EQUAL) {
        part *= unknown(comparison.operator());
      }
    }
    KnownRanks ranks = KnownRanks.of(conditions, known);
    double high = Math.min(group, ranks.high());
    double range = ranks.low() < ranks.high() ? withRank(ranks.low(), high) / group : 0;
    return part * (ranks.low() == 0 && high > 0 ? Math.max(first, range) : range);
  }

  private double ofList(List<Double> ranks) {
    double others =
        ranks.stream().mapToDouble(rank -> Math.min(1, withRank(rank, group))).sum() / group;
    return ranks.get(0) == 0 ? Math.min(1, first + others) : others;
  }

  /** How many ranks the group is expected to have of those from one to another. */
  private double withRank(double low, double high) {
    double sure = Math.max(0, high - low);
    return isAverage ? Math.max(sure, 1 - Fewer.than(low + 1, group).chance()) : sure;
  }

  private double unknown(Operator operator) {
    return switch (operator) {
      case EQUAL -> 1 / group;
      case NOT_EQUAL -> 1 - 1 / group;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, STARTS_WITH, HAS_SUBSTRING ->
          Math.min(1, RANKS / group);
    };
  }
}
