package dev.tenure.record.plan.rank;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a range of ranks of a group that equalities fix.
 *
 * <pre>
 * select {a = 1 and rank(a, s) &lt; 10 and c = 3}      rank index s in groups of a
 *   →  filter c = 3 of {a = 1 and rank(a, s) &lt; 10};   the latter  →  read index [= 1] rank &lt; 10
 * </pre>
 */
public final class MatchRanks implements ExplorationRule {
  @Override
  public String name() {
    return "match-ranks";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Selection)) {
      return;
    }
    for (RankColumn column : RankColumn.in(group.set().conjuncts())) {
      List<Comparison> ranks = comparisons(group.set(), column);
      if (!ranks.isEmpty()) {
        column.indexIn(memo.indexes()).ifPresent(index -> match(index, column, ranks, group, memo));
      }
    }
  }

  private static List<Comparison> comparisons(RecordSet set, RankColumn column) {
    return set.conjuncts().stream()
        .filter(Comparison.class::isInstance)
        .map(Comparison.class::cast)
        .filter(each -> each.column().equals(column.expression()) && RankLimits.isRange(each))
        .toList();
  }

  private static void match(
      BoundIndex index, RankColumn column, List<Comparison> ranks, Group group, Exploration memo) {
    RecordSet set = group.set();
    int groupColumns = index.index().groupingColumns();
    memo.accessPaths()
        .byIndex(index, set, 0, groupColumns)
        .filter(match -> isBound(match.path().bounds(), groupColumns))
        .ifPresent(
            match -> {
              List<QueryPredicate> conditions = new ArrayList<>(match.conditions());
              conditions.addAll(ranks);
              List<QueryPredicate> used = new ArrayList<>(match.used());
              used.addAll(ranks);
              PathMatch exact = new PathMatch(match.path(), conditions, used);
              LogicalExpression access =
                  new RankAccess(exact, new RankLimits(ranks, column.fromTop()));
              Group read = memo.group(set.of(conditions));
              memo.add(read, access);
              List<QueryPredicate> rest = set.without(used);
              if (read != group) {
                memo.add(
                    group, rest.isEmpty() ? access : new LogicalExpression.Filtering(rest, read));
              }
            });
  }

  private static boolean isBound(KeyBounds bounds, int groupColumns) {
    return bounds.equalities().size() == groupColumns && bounds.interval().isEmpty();
  }
}
