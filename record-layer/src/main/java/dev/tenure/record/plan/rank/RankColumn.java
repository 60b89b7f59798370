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
 * A rank in a condition or order of a query.
 *
 * @param expression the rank as it stands in the query
 * @param fromTop whether the rank is counted from the highest score down
 */
public record RankColumn(KeyExpression expression, boolean fromTop) {

  /**
   * The rank that a column is; empty when the column is not a rank.
   *
   * @throws IllegalArgumentException when a rank is inside the column
   */
  public static Optional<RankColumn> of(KeyExpression column) {
    boolean isInside = column.parts().stream().anyMatch(KeyExpression::needsRank);
    if (isInside) {
      throw new IllegalArgumentException(
          "column " + column + " is computed from a rank, expected a rank by itself");
    }
    return RankFunction.of(column).map(function -> new RankColumn(column, function.fromTop()));
  }

  /** The ranks that conditions use. */
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

  /** The columns of the group and of the score. */
  public List<KeyExpression> columns() {
    return RankFunction.columnsOf(expression);
  }

  /**
   * Whether an index counts this rank: it has the same columns, where the columns of the group may
   * be in any order.
   */
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

  /** The first index that counts this rank. */
  public Optional<BoundIndex> indexIn(Collection<BoundIndex> indexes) {
    return indexes.stream().filter(this::isOf).findFirst();
  }

  /**
   * Refuses a rank that two indexes count differently. The query must name one of them.
   *
   * @param indexes all indexes that the query allows, whether they are readable or not
   * @throws IllegalArgumentException naming both indexes
   */
  public void requireOneMeaning(Collection<BoundIndex> indexes) {
    List<BoundIndex> found = indexes.stream().filter(this::isOf).toList();
    for (BoundIndex other : found) {
      BoundIndex first = found.get(0);
      if (!meaning(first).equals(meaning(other))) {
        throw new IllegalArgumentException(
            expression
                + " is counted differently by index "
                + first.name()
                + " and index "
                + other.name()
                + ": name one of them with allowIndexes or forbidIndexes");
      }
    }
  }

  /** The properties of an index on which its ranks depend. */
  private static List<Object> meaning(BoundIndex index) {
    return List.of(
        index.typeNames(),
        index.index().predicate(),
        index.index().groupingColumns(),
        index.index().has(Index.RANK_COUNT_DUPLICATES));
  }
}
