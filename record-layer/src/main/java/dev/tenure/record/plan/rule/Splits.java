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
 * of a list. Split one inside another, they make the product of their parts in sets. Where that is
 * too many, each is split for itself, and the others are tested above it:
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

  /** Whether the conditions of a group are split apart, which is done here. */
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

  /** How many sets come of a condition: a list is one, with a parameter that takes each value. */
  private static int parts(QueryPredicate condition) {
    return OneColumn.isList(condition) ? 1 : ElementParts.branches(condition).size();
  }
}
