package dev.tenure.record.plan.rank;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.rank.RankScan;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Comparisons of one rank with values. They are all true for exactly one range of ranks. Immutable.
 */
record RankLimits(List<Comparison> comparisons, boolean fromTop) {

  RankLimits {
    comparisons = List.copyOf(comparisons);
  }

  /** Whether the ranks for which a comparison is true are a range. */
  static boolean isRange(Comparison comparison) {
    return comparison.operator() != Operator.NOT_EQUAL
        && !comparison.operator().isOfStrings()
        && !(comparison.operand() instanceof Operand.Column);
  }

  /** The scan of a group; empty when the range has no rank. */
  Optional<RankScan> scan(Tuple group, Bindings bindings) {
    long low = 0;
    long high = Long.MAX_VALUE;
    for (Comparison each : comparisons) {
      long value = clamped(bindings.valueOf(each.operand()).element());
      long next = value == Long.MAX_VALUE ? value : value + 1;
      switch (each.operator()) {
        case LESS -> high = Math.min(high, value);
        case LESS_OR_EQUAL -> high = Math.min(high, next);
        case GREATER -> low = Math.max(low, next);
        case GREATER_OR_EQUAL -> low = Math.max(low, value);
        case EQUAL -> {
          low = Math.max(low, value);
          high = Math.min(high, next);
        }
        case NOT_EQUAL, STARTS_WITH, HAS_SUBSTRING ->
            throw new IllegalStateException(each + " is no range");
      }
    }
    return low < high ? Optional.of(new RankScan(group, low, high, fromTop)) : Optional.empty();
  }

  /** The comparisons, as conditions. */
  List<QueryPredicate> conditions() {
    return List.copyOf(comparisons);
  }

  private static long clamped(Object value) {
    if (value instanceof BigInteger number) {
      return number.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return (Long) value;
  }

  @Override
  public String toString() {
    return comparisons.stream()
        .map(each -> each.operator() + " " + each.operand())
        .collect(Collectors.joining(" and ", fromTop ? "rank from top " : "rank ", ""));
  }
}
