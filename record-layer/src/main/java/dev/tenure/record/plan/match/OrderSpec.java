package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.query.OrderColumn;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The wanted order of rows: by columns, and then, where rows are merged, by primary key. Immutable.
 *
 * @param columns the columns; rows are ordered by the first one first
 * @param key the order of the primary keys of rows that are equal in all columns
 */
public record OrderSpec(List<OrderColumn> columns, Key key) {
  private static final OrderSpec NONE = new OrderSpec(List.of(), Key.ANY);

  /** An order of primary keys: by extent, and then by the columns of the key. */
  public enum Key {
    /** No order. */
    ANY,
    ASCENDING,
    DESCENDING;

    /** The order of each column of the primary key. */
    public KeyOrder order() {
      return this == DESCENDING ? KeyOrder.DESCENDING_NULLS_LAST : KeyOrder.ASCENDING_NULLS_FIRST;
    }
  }

  public OrderSpec {
    columns = List.copyOf(columns);
  }

  /** Any order. */
  public static OrderSpec none() {
    return NONE;
  }

  /** An order by columns only. */
  public static OrderSpec by(List<OrderColumn> columns) {
    return columns.isEmpty() ? NONE : new OrderSpec(columns, Key.ANY);
  }

  /** This order, followed by an order of primary keys. */
  public OrderSpec then(Key newKey) {
    return new OrderSpec(columns, newKey);
  }

  /** This order without its first column. */
  public OrderSpec behindFirst() {
    return new OrderSpec(columns.subList(1, columns.size()), key);
  }

  public boolean isNone() {
    return columns.isEmpty() && key == Key.ANY;
  }

  @Override
  public String toString() {
    String text = columns.stream().map(Object::toString).collect(Collectors.joining(", "));
    return key == Key.ANY ? text : text + (text.isEmpty() ? "" : ", ") + "key " + key;
  }
}
