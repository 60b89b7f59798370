package dev.tenure.record.plan.cost;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.RankFunction;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.Optional;

/** Estimates the group in which a rank is counted. */
record RankGroup(Cardinalities known, BoundType type, KeyExpression rank) {

  /**
   * The number of ranks, at least 1. It is that of the group that equalities among the conditions
   * fix, or of an average group.
   */
  double size(List<QueryPredicate> conditions) {
    List<KeyExpression> columns = RankFunction.columnsOf(rank);
    int grouping = grouping();
    double size = known.records(type.name());
    for (KeyExpression column : columns.subList(0, grouping)) {
      size *=
          conditions.stream()
              .filter(each -> UniqueKeys.binds(each, column.columns().get(0)))
              .findFirst()
              .map(each -> known.selectivity(type, each))
              .orElseGet(() -> known.equality(type, column));
    }
    boolean isOfScores =
        grouping == columns.size() - 1
            && index().filter(each -> !each.has(Index.RANK_COUNT_DUPLICATES)).isPresent();
    return Math.max(1, isOfScores ? different(columns.get(grouping), size) : size);
  }

  /** Whether equalities among the conditions fix the group. */
  boolean isFixed(List<QueryPredicate> conditions) {
    return RankFunction.columnsOf(rank).subList(0, grouping()).stream()
        .allMatch(
            column ->
                conditions.stream()
                    .anyMatch(each -> UniqueKeys.binds(each, column.columns().get(0))));
  }

  /** The part of the records that have the first score, and so the same rank. */
  double first() {
    List<KeyExpression> columns = RankFunction.columnsOf(rank);
    KeyExpression score = columns.get(columns.size() - 1);
    boolean fromTop = RankFunction.of(rank).filter(RankFunction::fromTop).isPresent();
    return grouping() == columns.size() - 1
        ? known
            .statistics()
            .column(type.name(), score.toString())
            .map(each -> fromTop ? each.last() : each.first())
            .orElse(0.0)
        : 0;
  }

  private int grouping() {
    return index().map(Index::groupingColumns).orElse(RankFunction.columnsOf(rank).size() - 1);
  }

  private Optional<Index> index() {
    int columns = RankFunction.columnsOf(rank).size();
    return known.metaData().indexes().stream()
        .filter(each -> each.index().type().equals(Index.RANK))
        .filter(each -> each.columnCount() == columns)
        .map(BoundIndex::index)
        .findFirst();
  }

  /** How many different values a column is expected to have in some of its records. */
  private double different(KeyExpression column, double records) {
    double distinct =
        known
            .statistics()
            .distinct(type.name(), List.of(column.toString()))
            .orElse(Double.MAX_VALUE);
    double nulls =
        known
            .statistics()
            .column(type.name(), column.toString())
            .map(ColumnStatistics::nulls)
            .orElse(0.0);
    double found =
        distinct > records * records
            ? records * (1 - nulls)
            : distinct * (1 - Math.pow(1 - 1 / Math.max(1, distinct), records * (1 - nulls)));
    return found + 1 - Math.pow(1 - nulls, records);
  }
}
