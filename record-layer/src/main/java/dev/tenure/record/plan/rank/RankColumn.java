package dev.tenure.record.plan.rank;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.RankFunction;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rank that a query asks for.
 *
 * @param expression as it stands in the query
 * @param fromTop whether it is counted from the highest score down
 */
public record RankColumn(KeyExpression expression, boolean fromTop) {

  /**
   * The rank that a column is; empty when it is none.
   *
   * @throws IllegalArgumentException when a rank is inside the column
   */
  public static Optional<RankColumn> of(KeyExpression column) {
    boolean isInside = column.parts().stream().anyMatch(KeyExpression::needsRank);
    if (isInside) {
      throw new IllegalArgumentException("column " + column + " is computed from a rank");
    }
    return RankFunction.of(column).map(function -> new RankColumn(column, function.fromTop()));
  }

  /** The ranks that conditions look at. */
  public static List<RankColumn> in(Collection<QueryPredicate> conditions) {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    conditions.forEach(each -> collect(each, columns));
    return columns.stream().flatMap(each -> of(each).stream()).toList();
  }

  private static void collect(QueryPredicate condition, Set<KeyExpression> into) {
    if (condition instanceof QueryPredicate.Comparison comparison) {
      into.add(comparison.column());
      if (comparison.operand() instanceof Operand.Column other) {
        into.add(other.column());
      }
    } else if (condition instanceof QueryPredicate.NullCheck check) {
      into.add(check.column());
    } else if (condition instanceof QueryPredicate.In in) {
      into.add(in.column());
    } else if (condition instanceof QueryPredicate.InParameter in) {
      into.add(in.column());
    }
    condition.parts().forEach(part -> collect(part, into));
  }

  /** The columns of group and score. */
  public List<KeyExpression> columns() {
    return RankFunction.columnsOf(expression);
  }

  /** Whether an index counts this rank: its columns are these, those of the group in any order. */
  boolean isOf(BoundIndex index) {
    List<KeyColumn> held = index.index().columns().columns();
    List<KeyColumn> asked = columns().stream().map(each -> each.columns().get(0)).toList();
    if (!index.index().type().equals(Index.RANK) || held.size() != asked.size()) {
      return false;
    }
    int group = index.index().groupingColumns();
    List<KeyColumn> open = new ArrayList<>(asked.subList(0, group));
    for (int i = 0; i < held.size(); i++) {
      KeyColumn column = held.get(i);
      boolean isThere =
          i < group
              ? open.removeIf(each -> each.holdsSameAs(column))
              : asked.get(i).holdsSameAs(column);
      if (!isThere) {
        return false;
      }
    }
    return true;
  }

  /** The first of some indexes that counts this rank. */
  public Optional<BoundIndex> indexIn(Collection<BoundIndex> indexes) {
    return indexes.stream().filter(this::isOf).findFirst();
  }

  /**
   * Refuses a rank that two indexes count otherwise: one of them must be named.
   *
   * @param indexes all that the query allows, whether they may be read or not
   * @throws IllegalArgumentException naming both
   */
  public void requireOneMeaning(Collection<BoundIndex> indexes) {
    List<BoundIndex> found = indexes.stream().filter(this::isOf).toList();
    for (BoundIndex other : found) {
      BoundIndex first = found.get(0);
      if (!meaning(first).equals(meaning(other))) {
        throw new IllegalArgumentException(
            expression
                + " is counted otherwise by index "
                + first.name()
                + " and index "
                + other.name()
                + ": say by allowIndexes or forbidIndexes which of them is meant");
      }
    }
  }

  /** What ranks depend on. */
  private static List<Object> meaning(BoundIndex index) {
    return List.of(
        index.typeNames(),
        index.index().predicate(),
        index.index().groupingColumns(),
        index.index().has(Index.RANK_COUNT_DUPLICATES));
  }
}
