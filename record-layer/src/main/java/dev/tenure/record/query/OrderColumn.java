package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import java.util.Objects;

/**
 * A column by which the rows of a query are ordered, with its direction and the place of nulls.
 *
 * @param column a single column that does not fan out
 */
public record OrderColumn(KeyExpression column, KeyOrder order) {
  public OrderColumn {
    Objects.requireNonNull(order, "order");
    if (column.columnCount() != 1 || column.fansOut()) {
      throw new IllegalArgumentException(
          "order by "
              + column
              + ", which has "
              + column.columnCount()
              + " columns"
              + (column.fansOut() ? " and fans out" : "")
              + ": expected one that does not fan out");
    }
  }

  /** From the least value to the greatest, nulls first: the order of an index, read forward. */
  public static OrderColumn ascending(KeyExpression column) {
    return new OrderColumn(column, KeyOrder.ASCENDING_NULLS_FIRST);
  }

  /** From the greatest value to the least, nulls last: the order of an index, read in reverse. */
  public static OrderColumn descending(KeyExpression column) {
    return new OrderColumn(column, KeyOrder.DESCENDING_NULLS_LAST);
  }

  @Override
  public String toString() {
    return switch (order) {
      case ASCENDING_NULLS_FIRST -> column.toString();
      case ASCENDING_NULLS_LAST -> column + " nulls last";
      case DESCENDING_NULLS_FIRST -> column + " desc nulls first";
      case DESCENDING_NULLS_LAST -> column + " desc";
    };
  }
}
