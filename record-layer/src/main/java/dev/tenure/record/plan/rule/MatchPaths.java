package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a range of an index or of the records, and tests the conditions that the range does not
 * answer. A condition on columns of the index entry is tested before the record is loaded.
 *
 * <pre>
 * select {a = 1 and b &gt; 2 and c = 3}      index (a, b) covering c
 *   →  filter c = 3 of {a = 1 and b &gt; 2};   {a = 1 and b &gt; 2}  →  read index [= 1, in (2, ∞)]
 * select {body contains "sea"}               text index (body)
 *   →  read index for body contains "sea"
 * </pre>
 */
final class MatchPaths implements ExplorationRule {
  @Override
  public String name() {
    return "match-paths";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (expression instanceof LogicalExpression.Selection) {
      memo.paths(group).forEach(match -> add(match, group, memo));
    }
  }

  private static void add(PathMatch match, Group group, Exploration memo) {
    RecordSet set = group.set();
    List<QueryPredicate> rest = set.without(match.used());
    Group read = memo.group(set.of(match.conditions()));
    memo.add(read, new LogicalExpression.Access(match));
    List<QueryPredicate> told = rest.stream().filter(each -> isTold(match, each)).toList();
    Group tested = read;
    if (!told.isEmpty() && told.size() < rest.size()) {
      List<QueryPredicate> both = new ArrayList<>(match.conditions());
      both.addAll(told);
      tested = memo.group(set.of(both));
      memo.add(tested, new LogicalExpression.Filtering(told, read));
    }
    if (read != group && !rest.isEmpty()) {
      List<QueryPredicate> left =
          tested == read ? rest : rest.stream().filter(each -> !told.contains(each)).toList();
      memo.add(group, new LogicalExpression.Filtering(left, tested));
    } else if (read != group) {
      memo.add(group, new LogicalExpression.Access(match));
    }
  }

  /** Whether an index entry has all columns of a condition. */
  private static boolean isTold(PathMatch match, QueryPredicate condition) {
    return match.path().layout().isPresent()
        && PredicateColumns.of(condition).stream()
            .allMatch(column -> match.path().layout().get().has(column));
  }
}
