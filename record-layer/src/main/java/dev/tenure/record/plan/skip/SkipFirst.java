package dev.tenure.record.plan.skip;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/**
 * Reads an index whose first column no condition bounds: one range behind each value of that
 * column.
 *
 * <pre>
 * select {b = 2 and c = 3}      index (a, b)
 *   →  filter c = 3 of {b = 2};   {b = 2}  →  read index behind each first value [= 2]
 * </pre>
 */
public final class SkipFirst implements ExplorationRule {
  @Override
  public String name() {
    return "skip-first";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (expression instanceof LogicalExpression.Selection) {
      memo.indexes()
          .forEach(
              index -> match(index, group.set(), memo).ifPresent(found -> add(found, group, memo)));
    }
  }

  private static Optional<PathMatch> match(BoundIndex index, RecordSet set, Exploration memo) {
    int columns = index.columnCount();
    if (columns < 2
        || set.conjuncts().isEmpty()
        || index.index().columns().columns().stream().anyMatch(KeyColumn::fansOut)) {
      return Optional.empty();
    }
    return memo.accessPaths()
        .byIndex(index, set, 0, 1)
        .filter(first -> first.path().bounds().isEmpty())
        .flatMap(first -> memo.accessPaths().byIndex(index, set, 1, columns))
        .filter(behind -> !behind.path().bounds().isEmpty());
  }

  private static void add(PathMatch match, Group group, Exploration memo) {
    AccessPath bounded = match.path();
    AccessPath whole =
        new AccessPath(
            bounded.index(),
            bounded.extent(),
            bounded.types(),
            new KeyBounds(List.of(), Optional.empty()),
            bounded.slots(),
            bounded.layout(),
            true);
    LogicalExpression access = new SkipAccess(whole, bounded.bounds());
    Group read = memo.group(group.set().of(match.conditions()));
    memo.add(read, access);
    List<QueryPredicate> rest = group.set().without(match.used());
    if (read != group) {
      memo.add(group, rest.isEmpty() ? access : new LogicalExpression.Filtering(rest, read));
    }
  }
}
