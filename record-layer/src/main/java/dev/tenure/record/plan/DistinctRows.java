package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.ColumnValues;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Returns the first row of all rows that are equal in some columns. The plan below must return such
 * rows one after another. The operator, and its continuation, hold only the columns of the row
 * before.
 *
 * @param columns the columns, for the text of the plan
 * @param values the same columns, bound to the types of the query
 */
record DistinctRows(PlanNode source, List<KeyExpression> columns, List<ColumnValues> values)
    implements PlanNode {
  /** The most columns beside those of the query's order of which all permutations are tried. */
  private static final int PERMUTED_MAX = 4;

  /**
   * The orders in which rows that are equal in all selected columns follow one another.
   *
   * @throws IllegalArgumentException when the query is ordered by a column that is not selected
   */
  static List<List<OrderColumn>> orders(RecordQuery query) {
    List<KeyExpression> rest = new ArrayList<>(query.wanted().stream().distinct().toList());
    for (OrderColumn each : query.order()) {
      if (!query.wanted().contains(each.column())) {
        throw new IllegalArgumentException(
            "distinct rows of "
                + query.wanted()
                + " in the order "
                + each
                + ", expected an order by selected columns only");
      }
      rest.remove(each.column());
    }
    List<List<OrderColumn>> orders = new ArrayList<>();
    for (KeyOrder order : List.of(KeyOrder.ASCENDING_NULLS_FIRST, KeyOrder.DESCENDING_NULLS_LAST)) {
      add(query.order(), rest, order, rest.size() <= PERMUTED_MAX, orders);
      if (rest.isEmpty()) {
        break;
      }
    }
    return orders;
  }

  private static void add(
      List<OrderColumn> first,
      List<KeyExpression> rest,
      KeyOrder order,
      boolean permuted,
      List<List<OrderColumn>> into) {
    if (rest.isEmpty()) {
      into.add(first);
    }
    for (int i = 0; i < (permuted ? rest.size() : Math.min(1, rest.size())); i++) {
      List<OrderColumn> longer = new ArrayList<>(first);
      longer.add(new OrderColumn(rest.get(i), order));
      List<KeyExpression> others = new ArrayList<>(rest);
      others.remove(i);
      add(longer, others, order, permuted, into);
    }
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.distinct(from, at -> run.open(source, at), this::key);
  }

  private Tuple key(Row row) {
    return Tuple.fromList(
        Arrays.asList(values.stream().<@Nullable Object>map(each -> each.of(row)).toArray()));
  }

  @Override
  public Estimate estimate() {
    return source.estimate();
  }

  @Override
  public Delivered delivered() {
    return source.delivered();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "distinct by " + columns;
  }
}
