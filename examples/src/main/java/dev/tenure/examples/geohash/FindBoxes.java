package dev.tenure.examples.geohash;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Set;

/**
 * Finds boxes of an index of points.
 *
 * <pre>
 * select {lat &gt;= 1 and lat &lt;= 2 and lon &gt;= 3 and lon &lt;= 4 and name = "x"}
 *   →  filter name = "x" of {lat &gt;= 1 and lat &lt;= 2 and lon &gt;= 3 and lon &lt;= 4}
 * {lat &gt;= 1 and lat &lt;= 2 and lon &gt;= 3 and lon &lt;= 4}  →  box of index by-place
 * </pre>
 */
public final class FindBoxes implements ExplorationRule {
  @Override
  public String name() {
    return "find-boxes";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (expression instanceof LogicalExpression.Selection) {
      for (BoundIndex index : memo.indexes()) {
        boolean hasAll =
            index.index().predicate().isEmpty()
                && Set.copyOf(index.typeNames()).equals(Set.copyOf(group.set().types()));
        if (hasAll) {
          Box.of(index, group.set().conjuncts()).ifPresent(box -> add(box, group, memo));
        }
      }
    }
  }

  private static void add(Box box, Group group, Exploration memo) {
    Group inside = memo.group(group.set().of(box.conditions()));
    memo.add(inside, box);
    List<QueryPredicate> rest = group.set().without(box.conditions());
    if (!rest.isEmpty()) {
      memo.add(group, new LogicalExpression.Filtering(rest, inside));
    }
  }
}
