package dev.tenure.record.query.aggregate;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of groups of records, not how it is found. Immutable: each method gives another
 * query.
 *
 * <pre>{@code
 * AggregateQuery.of("Ticket")
 *     .where(equal(field("state"), "open"))
 *     .groupBy(field("owner"))
 *     .select(count(), sum(field("paid")))
 *     .having(greater(count(), 10))
 *     .orderBy(ascending(field("owner")))
 * }</pre>
 *
 * <p>A row has the columns of its group, then what is selected. Records that are null in a column
 * of the group are a group. There is no row for a group without records; a query without columns of
 * a group has one row, as in SQL. A record is in a group for each different element of a repeated
 * column with {@code FanType.FAN_OUT}.
 */
public final class AggregateQuery {
  /** How many columns a group may have, and by how many groups may be ordered. */
  public static final int COLUMNS_MAX = RecordQuery.ORDER_COLUMNS_MAX;

  private final RecordQuery records;
  private final List<KeyExpression> groupBy;
  private final List<Aggregate> selected;
  private final Optional<QueryPredicate> having;
  private final List<OrderColumn> order;
  private final int limit;

  private AggregateQuery(
      RecordQuery records,
      List<KeyExpression> groupBy,
      List<Aggregate> selected,
      Optional<QueryPredicate> having,
      List<OrderColumn> order,
      int limit) {
    this.records = records;
    this.groupBy = groupBy;
    this.selected = selected;
    this.having = having;
    this.order = order;
    this.limit = limit;
  }

  /** One group of all records of some types; of all types when none is named. */
  public static AggregateQuery of(String... types) {
    return new AggregateQuery(
        RecordQuery.of(types), List.of(), List.of(), Optional.empty(), List.of(), 0);
  }

  private AggregateQuery with(RecordQuery others) {
    return new AggregateQuery(others, groupBy, selected, having, order, limit);
  }

  /** Only records of which a condition is true; it replaces the one before. */
  public AggregateQuery where(QueryPredicate condition) {
    return with(records.where(condition));
  }

  /** A group for each different tuple of these columns. */
  public AggregateQuery groupBy(KeyExpression... columns) {
    requireAtMost("columns of a group", columns.length, COLUMNS_MAX);
    for (KeyExpression column : columns) {
      if (column.columnCount() != 1
          || column.needsVersion()
          || Aggregate.find(column).isPresent()) {
        throw new IllegalArgumentException("group by " + column + ": expected one column");
      }
    }
    List<KeyExpression> distinct = Stream.of(columns).distinct().toList();
    return new AggregateQuery(records, distinct, selected, having, order, limit);
  }

  /**
   * What is asked of each group.
   *
   * @param aggregates columns that {@link Aggregate} makes, at least one
   */
  public AggregateQuery select(KeyExpression... aggregates) {
    requireAtMost("selected columns", aggregates.length, RecordQuery.WANTED_MAX);
    List<Aggregate> asked = Stream.of(aggregates).map(AggregateQuery::aggregate).toList();
    return new AggregateQuery(records, groupBy, asked, having, order, limit);
  }

  private static Aggregate aggregate(KeyExpression column) {
    return Aggregate.find(column)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "select " + column + ", which is no aggregate; columns of groups come anyway"));
  }

  /** Only groups of whose columns and aggregates a condition is true. */
  public AggregateQuery having(QueryPredicate condition) {
    return new AggregateQuery(records, groupBy, selected, Optional.of(condition), order, limit);
  }

  /** Groups ordered by their columns or aggregates, the first before all others. */
  public AggregateQuery orderBy(OrderColumn... columns) {
    requireAtMost("order columns", columns.length, COLUMNS_MAX);
    return new AggregateQuery(records, groupBy, selected, having, List.of(columns), limit);
  }

  /**
   * The first so many groups, over all executions together.
   *
   * @param groups 0 for no limit
   */
  public AggregateQuery limit(int groups) {
    if (groups < 0) {
      throw new IllegalArgumentException("limit of " + groups + " groups, the least is 0");
    }
    return new AggregateQuery(records, groupBy, selected, having, order, groups);
  }

  /** No other indexes than these; scans of the records themselves are always allowed. */
  public AggregateQuery allowIndexes(String... names) {
    return with(records.allowIndexes(names));
  }

  /** Any indexes but these. */
  public AggregateQuery forbidIndexes(String... names) {
    return with(records.forbidIndexes(names));
  }

  private static void requireAtMost(String what, int found, int limit) {
    if (found > limit) {
      throw new IllegalArgumentException(
          "query of " + found + " " + what + ", the limit is " + limit);
    }
  }

  /** The records that are grouped. */
  public RecordQuery records() {
    return records;
  }

  public List<KeyExpression> groupBy() {
    return groupBy;
  }

  public List<Aggregate> selected() {
    return selected;
  }

  /** What is selected, then what else groups are ordered by, or compared by; each once. */
  public List<Aggregate> aggregates(Set<KeyExpression> compared) {
    Set<Aggregate> all = new LinkedHashSet<>(selected);
    Stream.concat(order.stream().map(OrderColumn::column), compared.stream())
        .forEach(column -> Aggregate.find(column).ifPresent(all::add));
    return List.copyOf(all);
  }

  public Optional<QueryPredicate> having() {
    return having;
  }

  public List<OrderColumn> order() {
    return order;
  }

  /** The most groups, 0 for no limit. */
  public int limit() {
    return limit;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AggregateQuery that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return Objects.hash(groupBy, selected, order);
  }

  /** The query without its conditions, in words. */
  public String shape() {
    return selected + " of groups by " + groupBy + " order by " + order + " limit " + limit;
  }

  /** The query in words, the same ones for equal queries. */
  @Override
  public String toString() {
    return shape() + " having " + having + " of " + records;
  }
}
