package dev.tenure.record.plan.rank;

import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Conditions on a record that decide a condition on ranks without asking for a rank.
 *
 * <pre>
 * c = 1 and (a = 1 or rank(s) &lt; 3 and b = 1)
 *   possible:  c = 1 and (a = 1 or b = 1)      where it is not true, no rank makes the condition true
 *   sure:      c = 1 and a = 1                 where it is true, any rank leaves the condition true
 * </pre>
 */
final class WithoutRanks {
  private WithoutRanks() {}

  /** Conditions that are true wherever some rank makes all given conditions true. */
  static List<QueryPredicate> possible(List<QueryPredicate> conditions) {
    return conditions.stream().flatMap(each -> possible(each).stream()).toList();
  }

  /** Conditions that are true only where the given ones are, whatever the ranks; empty for none. */
  static Optional<List<QueryPredicate>> sure(List<QueryPredicate> conditions) {
    List<QueryPredicate> sure = conditions.stream().flatMap(each -> sure(each).stream()).toList();
    return sure.size() < conditions.size() ? Optional.empty() : Optional.of(sure);
  }

  /** Empty when a rank alone can make the condition true. */
  private static Optional<QueryPredicate> possible(QueryPredicate condition) {
    if (!hasRank(condition)) {
      return Optional.of(condition);
    }
    List<QueryPredicate> parts = possible(condition.parts());
    if (condition instanceof QueryPredicate.And && !parts.isEmpty()) {
      return Optional.of(joined(parts, QueryPredicate.And::new));
    }
    return condition instanceof QueryPredicate.Or && parts.size() == condition.parts().size()
        ? Optional.of(joined(parts, QueryPredicate.Or::new))
        : Optional.empty();
  }

  /** Empty when a rank alone can make the condition false. */
  private static Optional<QueryPredicate> sure(QueryPredicate condition) {
    if (!hasRank(condition)) {
      return Optional.of(condition);
    }
    List<QueryPredicate> parts =
        condition.parts().stream().flatMap(each -> sure(each).stream()).toList();
    if (condition instanceof QueryPredicate.Or && !parts.isEmpty()) {
      return Optional.of(joined(parts, QueryPredicate.Or::new));
    }
    return condition instanceof QueryPredicate.And && parts.size() == condition.parts().size()
        ? Optional.of(joined(parts, QueryPredicate.And::new))
        : Optional.empty();
  }

  private static QueryPredicate joined(
      List<QueryPredicate> parts, Function<List<QueryPredicate>, QueryPredicate> joining) {
    return parts.size() == 1 ? parts.get(0) : joining.apply(parts);
  }

  private static boolean hasRank(QueryPredicate condition) {
    return !RankColumn.in(List.of(condition)).isEmpty();
  }
}
