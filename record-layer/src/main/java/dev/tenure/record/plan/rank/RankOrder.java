package dev.tenure.record.plan.rank;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.UniqueOrder;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Replaces an order by rank with an order by score. Within one group the two are the same, since
 * equal scores have equal ranks.
 *
 * <pre>
 * {a = 1}, order rank(a, s)           →  order s
 * {a = 1}, order rank_from_top(a, s)  →  order s desc
 * </pre>
 */
public final class RankOrder {
  private RankOrder() {}

  /**
   * Rewrites a query so that it is ordered by score.
   *
   * @param types the record types of the query
   * @param indexes the indexes that the query allows
   * @throws RecordLayerException QUERY_NOT_PLANNED when no index counts the rank of all its records
   *     in one group
   */
  public static RecordQuery byScores(
      RecordQuery query,
      Collection<String> types,
      Collection<QueryPredicate> conjuncts,
      Collection<BoundIndex> indexes) {
    List<OrderColumn> order = new ArrayList<>();
    for (OrderColumn each : query.order()) {
      RankColumn.of(each.column())
          .ifPresentOrElse(
              rank -> order.addAll(scores(rank, each, types, conjuncts, indexes)),
              () -> order.add(each));
    }
    return order.equals(query.order()) ? query : query.orderBy(order.toArray(OrderColumn[]::new));
  }

  private static List<OrderColumn> scores(
      RankColumn rank,
      OrderColumn asked,
      Collection<String> types,
      Collection<QueryPredicate> conjuncts,
      Collection<BoundIndex> indexes) {
    BoundIndex index =
        rank.indexIn(indexes)
            .filter(each -> each.index().predicate().isEmpty())
            .filter(each -> each.typeNames().containsAll(types))
            .filter(each -> isOneGroup(each, conjuncts))
            .orElseThrow(() -> refused(rank));
    boolean isDescending = asked.order().isDescending() != rank.fromTop();
    List<OrderColumn> order = new ArrayList<>();
    List<KeyExpression> columns = rank.columns();
    for (KeyExpression score : columns.subList(index.index().groupingColumns(), columns.size())) {
      order.add(isDescending ? OrderColumn.descending(score) : OrderColumn.ascending(score));
    }
    return order;
  }

  private static boolean isOneGroup(BoundIndex index, Collection<QueryPredicate> conjuncts) {
    List<KeyColumn> group =
        index.index().columns().columns().subList(0, index.index().groupingColumns());
    return group.stream()
        .allMatch(column -> conjuncts.stream().anyMatch(each -> UniqueOrder.fixes(each, column)));
  }

  private static RecordLayerException refused(RankColumn rank) {
    return new RecordLayerException(
        RecordLayerException.Code.QUERY_NOT_PLANNED,
        "order by "
            + rank.expression()
            + ": no readable rank index of these columns has all records of the query in one group;"
            + " bind the columns of the group by equality, or order by group and score");
  }
}
