package dev.tenure.queue.inspect;

import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.text.FilterText;
import dev.tenure.record.query.text.OrderText;
import dev.tenure.record.query.text.QueryTextException;
import dev.tenure.record.query.text.TextFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The filter and the order of a list, as text; a blank text counts as absent. docs/filters.md
 * describes the languages, and {@link ItemFields} the fields of items.
 *
 * @param filter a condition on the rows
 * @param orderBy an order that an index has; any other order fails with QUERY_NOT_PLANNED
 */
public record ListQuery(Optional<String> filter, Optional<String> orderBy) {
  private static final ListQuery ALL = new ListQuery(Optional.empty(), Optional.empty());

  public ListQuery {
    filter = filter.filter(text -> !text.isBlank());
    orderBy = orderBy.filter(text -> !text.isBlank());
  }

  /** All rows, in the list's own order. */
  public static ListQuery all() {
    return ALL;
  }

  /** The rows for which a filter is true, in the list's own order. */
  public static ListQuery of(String filter) {
    return new ListQuery(Optional.of(filter), Optional.empty());
  }

  /**
   * The condition of the filter, on the record type of the fields.
   *
   * @throws QueryTextException when the filter cannot be parsed
   */
  public Optional<QueryPredicate> condition(TextFields fields) {
    return filter.map(text -> FilterText.parse(text, fields.withoutParameters()));
  }

  /**
   * The query of a list.
   *
   * @param conditions the conditions for all rows, at least one
   * @param order the order if the list asks for none
   * @throws QueryTextException when filter or order cannot be parsed
   */
  RecordQuery query(
      String type, List<QueryPredicate> conditions, TextFields fields, OrderColumn... order) {
    List<QueryPredicate> all = new ArrayList<>(conditions);
    condition(fields).ifPresent(all::add);
    List<OrderColumn> wanted = OrderText.parse(orderBy.orElse(""), fields);
    return RecordQuery.of(type)
        .where(all.size() == 1 ? all.get(0) : and(all))
        .orderBy(wanted.isEmpty() ? order : wanted.toArray(OrderColumn[]::new));
  }

  private static QueryPredicate and(List<QueryPredicate> all) {
    try {
      return new QueryPredicate.And(all);
    } catch (IllegalArgumentException e) {
      throw new QueryTextException("filter", 1, String.valueOf(e.getMessage()));
    }
  }
}
