package dev.tenure.record.plan.cost;

import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * The ranks for which comparisons of one rank are true, as far as their bounds are known. Bounds
 * are rounded: of two different ones, the lesser is the bound of lesser ranks.
 *
 * @param low the first of the ranks
 * @param high the first rank behind them
 */
record KnownRanks(double low, double high) {

  static KnownRanks of(Collection<? extends QueryPredicate> conditions, Selectivities known) {
    double low = 0;
    double high = Double.MAX_VALUE;
    for (QueryPredicate each : conditions) {
      OptionalDouble bound = known.rankOf(each);
      if (bound.isPresent() && each instanceof Comparison comparison) {
        double rank = bound.getAsDouble();
        switch (comparison.operator()) {
          case LESS, LESS_OR_EQUAL -> high = Math.min(high, rank);
          case GREATER, GREATER_OR_EQUAL -> low = Math.max(low, rank);
          case EQUAL -> {
            low = Math.max(low, rank);
            high = Math.min(high, rank + 1);
          }
          case NOT_EQUAL, STARTS_WITH, HAS_SUBSTRING -> {}
        }
      }
    }
    return new KnownRanks(low, high);
  }

  /** Whether there is surely no such rank. */
  boolean areNone() {
    return low > high || high == 0 || low > Long.MAX_VALUE;
  }
}
