package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads several indexes, each for some of the conditions, and keeps the records that all of them
 * have. The rule adds an intersection of each pair of indexes, and one of all indexes.
 *
 * <pre>
 * select {a = 1 and b = 2 and c &gt; 3}      indexes (a), (b)
 *   →  filter c &gt; 3 of {a = 1 and b = 2};   {a = 1 and b = 2}  →  intersection of {a = 1}, {b = 2}
 * </pre>
 */
final class IntersectPaths implements ExplorationRule {
  private static final int PATHS_MAX = 8;

  @Override
  public String name() {
    return "intersect-paths";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection)
        || group.set().conjuncts().size() < 2) {
      return;
    }
    List<Set<QueryPredicate>> sets = conditions(group, memo);
    for (int i = 0; i < sets.size(); i++) {
      for (int j = i + 1; j < sets.size(); j++) {
        intersect(List.of(sets.get(i), sets.get(j)), group, memo);
      }
    }
    if (sets.size() > 2) {
      intersect(sets, group, memo);
    }
  }

  /**
   * The sets of conditions by which paths are bounded. A set that is contained in another set is
   * left out.
   */
  private static List<Set<QueryPredicate>> conditions(Group group, Exploration memo) {
    List<Set<QueryPredicate>> found = new ArrayList<>();
    for (PathMatch match : memo.paths(group)) {
      Set<QueryPredicate> used = new LinkedHashSet<>(match.used());
      boolean isExact = used.equals(new LinkedHashSet<>(match.conditions()));
      if (!used.isEmpty() && isExact && !found.contains(used)) {
        found.add(used);
      }
    }
    return found.stream()
        .filter(one -> found.stream().noneMatch(other -> other != one && other.containsAll(one)))
        .limit(PATHS_MAX)
        .toList();
  }

  private static void intersect(List<Set<QueryPredicate>> sets, Group group, Exploration memo) {
    Set<QueryPredicate> all = new LinkedHashSet<>();
    sets.forEach(all::addAll);
    List<Group> inputs = sets.stream().map(each -> memo.group(group.set().of(each))).toList();
    Group both = memo.group(group.set().of(all));
    memo.add(both, new LogicalExpression.IntersectionOf(inputs));
    List<QueryPredicate> rest = group.set().without(all);
    if (both != group) {
      memo.add(group, new LogicalExpression.Filtering(rest, both));
    }
  }
}
