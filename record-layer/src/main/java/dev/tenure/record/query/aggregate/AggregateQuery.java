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
 * A query for aggregates of groups of records. It says what is wanted, and not how it is found.
 * Immutable: each method returns another query.
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
 * <p>A row has the columns of its group, and then the selected aggregates. Null counts as a value
 * of a column: records with null in it are a group. There is no row for a group without records,
 * but a query without {@code groupBy} always has one row, as in SQL. If a column of the group is
 * repeated with {@code FanType.FAN_OUT}, a record is in one group for each different element.
 */
public final class AggregateQuery {
  /** The most columns of a group, and the most columns by which groups are ordered. */
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

  /** A query whose only group is all records of some types. Without a name it is for all types. */
  public static AggregateQuery of(String... types) {
    return new AggregateQuery(
        RecordQuery.of(types), List.of(), List.of(), Optional.empty(), List.of(), 0);
  }

  private AggregateQuery with(RecordQuery others) {
    return new AggregateQuery(others, groupBy, selected, having, order, limit);
  }

  /** Groups only records for which a condition is true. It replaces an earlier condition. */
  public AggregateQuery where(QueryPredicate condition) {
    return with(records.where(condition));
  }

  /** Makes a group for each different tuple of these columns. */
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
   * Selects the aggregates that each row has.
   *
   * @param aggregates at least one column that a factory of {@link Aggregate} made
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
                    "select "
                        + column
                        + ", expected an aggregate; the columns of the group are in each row"
                        + " anyway"));
  }

  /**
   * Returns only groups for which a condition is true. The condition is on columns of the group and
   * on aggregates.
   */
  public AggregateQuery having(QueryPredicate condition) {
    return new AggregateQuery(records, groupBy, selected, Optional.of(condition), order, limit);
  }

  /** Orders the groups by their columns or aggregates, by the first one first. */
  public AggregateQuery orderBy(OrderColumn... columns) {
    requireAtMost("order columns", columns.length, COLUMNS_MAX);
    return new AggregateQuery(records, groupBy, selected, having, List.of(columns), limit);
  }

  /**
   * Returns the first groups only. An execution that continues an earlier one counts the earlier
   * groups too.
   *
   * @param groups the most groups, or 0 for no limit
   */
  public AggregateQuery limit(int groups) {
    if (groups < 0) {
      throw new IllegalArgumentException("limit of " + groups + " groups, the least is 0");
    }
    return new AggregateQuery(records, groupBy, selected, having, order, groups);
  }

  /**
   * Lets the planner use only these indexes. Scans of the records themselves are always allowed.
   */
  public AggregateQuery allowIndexes(String... names) {
    return with(records.allowIndexes(names));
  }

  /** Lets the planner use any index except these. */
  public AggregateQuery forbidIndexes(String... names) {
    return with(records.forbidIndexes(names));
  }

  private static void requireAtMost(String what, int found, int limit) {
    if (found > limit) {
      throw new IllegalArgumentException(
          "query of " + found + " " + what + ", the limit is " + limit);
    }
  }

  /** The query for the records that are grouped. */
  public RecordQuery records() {
    return records;
  }

  public List<KeyExpression> groupBy() {
    return groupBy;
  }

  public List<Aggregate> selected() {
    return selected;
  }

  /**
   * All aggregates of the query, each once: first the selected ones, then those that only the order
   * or the condition on groups uses.
   */
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

  /** The most groups; 0 for no limit. */
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

  /** The query in words. Equal queries have equal texts. */
  @Override
  public String toString() {
    return shape() + " having " + having + " of " + records;
  }
}
