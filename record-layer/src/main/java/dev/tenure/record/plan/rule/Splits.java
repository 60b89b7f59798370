package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * The conditions of a set that are answered part by part: each branch of an {@code or}, each value
 * of a list. When one condition is split inside another, the number of sets is the product of their
 * parts. If that is too many, each condition is split separately, and the others are tested above
 * it:
 *
 * <pre>
 * select {x = 1 and (50 branches) and (60 branches)}
 *   →  filter (60 branches) of {x = 1 and (50 branches)};   filter (50 branches) of {x = 1 and …}
 * </pre>
 */
final class Splits {
  /** Of more sets than this, no two conditions are split together. */
  private static final int SETS_MAX = 300;

  private Splits() {}

  /**
   * Splits the conditions of a group separately if together they make too many sets. Returns
   * whether it did.
   */
  static boolean apart(Group group, Exploration memo) {
    RecordSet set = group.set();
    List<QueryPredicate> split = set.conjuncts().stream().filter(each -> parts(each) > 0).toList();
    double sets = split.stream().mapToDouble(each -> 1 + parts(each)).reduce(1, (a, b) -> a * b);
    if (split.size() < 2 || sets <= SETS_MAX) {
      return false;
    }
    for (QueryPredicate each : split) {
      List<QueryPredicate> others = split.stream().filter(other -> !other.equals(each)).toList();
      Group alone = memo.group(set.of(set.without(others)));
      memo.add(group, new LogicalExpression.Filtering(others, alone));
    }
    return true;
  }

  /**
   * The number of sets into which a condition is split. A list counts as one set, with a parameter
   * that takes each value.
   */
  private static int parts(QueryPredicate condition) {
    return OneColumn.isList(condition) ? 1 : ElementParts.branches(condition).size();
  }
}
