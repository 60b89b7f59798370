package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A query for records. It says which records are wanted, in which order, and not how they are
 * found. Immutable: each method returns another query.
 *
 * <pre>{@code
 * RecordQuery.of("Task")
 *     .where(and(equal(field("state"), "open"), less(field("due"), parameter("today"))))
 *     .orderBy(descending(field("priority")))
 *     .limit(20)
 * }</pre>
 *
 * <p>Each record for which the condition is true is returned once. Records that are equal in all
 * columns of the order are returned in an order that the plan chooses, the same in each execution
 * of a plan.
 */
public final class RecordQuery {
  /** The most columns by which rows are ordered. */
  public static final int ORDER_COLUMNS_MAX = 16;

  /** The most columns that a query selects. */
  public static final int WANTED_MAX = 100;

  /** The greatest length of a query's name, in characters. */
  public static final int NAME_LENGTH_MAX = 100;

  private final List<String> types;
  private final Optional<QueryPredicate> condition;
  private final List<OrderColumn> order;
  private final List<KeyExpression> wanted;
  private final int limit;
  private final boolean distinct;
  private final Set<String> allowedIndexes;
  private final Set<String> forbiddenIndexes;
  private final Optional<String> name;

  private RecordQuery(
      List<String> types,
      Optional<QueryPredicate> condition,
      List<OrderColumn> order,
      List<KeyExpression> wanted,
      int limit,
      boolean distinct,
      Set<String> allowedIndexes,
      Set<String> forbiddenIndexes,
      Optional<String> name) {
    this.types = types;
    this.condition = condition;
    this.order = order;
    this.wanted = wanted;
    this.limit = limit;
    this.distinct = distinct;
    this.allowedIndexes = allowedIndexes;
    this.forbiddenIndexes = forbiddenIndexes;
    this.name = name;
  }

  /** A query for all records of some types. Without a name it is for all types. */
  public static RecordQuery of(String... types) {
    return new RecordQuery(
        List.copyOf(new LinkedHashSet<>(Arrays.asList(types))),
        Optional.empty(),
        List.of(),
        List.of(),
        0,
        false,
        Set.of(),
        Set.of(),
        Optional.empty());
  }

  /** Returns only records for which a condition is true. It replaces an earlier condition. */
  public RecordQuery where(QueryPredicate newCondition) {
    return new RecordQuery(
        types,
        Optional.of(newCondition),
        order,
        wanted,
        limit,
        distinct,
        allowedIndexes,
        forbiddenIndexes,
        name);
  }

  /** The same query without a condition. */
  public RecordQuery withoutCondition() {
    return new RecordQuery(
        types,
        Optional.empty(),
        order,
        wanted,
        limit,
        distinct,
        allowedIndexes,
        forbiddenIndexes,
        name);
  }

  /**
   * Orders the rows by these columns, by the first one first. It replaces an earlier order.
   *
   * @throws IllegalArgumentException when there are more than {@link #ORDER_COLUMNS_MAX}
   */
  public RecordQuery orderBy(OrderColumn... columns) {
    requireAtMost("order columns", columns.length, ORDER_COLUMNS_MAX);
    return new RecordQuery(
        types,
        condition,
        List.of(columns),
        wanted,
        limit,
        distinct,
        allowedIndexes,
        forbiddenIndexes,
        name);
  }

  /**
   * Returns only these columns of each record. The records need not be loaded if an index has all
   * the columns.
   *
   * @param columns columns that do not fan out; none for whole records
   * @throws IllegalArgumentException when a column fans out, or there are more than {@link
   *     #WANTED_MAX}
   */
  public RecordQuery select(KeyExpression... columns) {
    requireAtMost("wanted columns", columns.length, WANTED_MAX);
    for (KeyExpression column : columns) {
      if (column.columnCount() != 1 || column.fansOut()) {
        throw new IllegalArgumentException(
            "selected column " + column + " must be one column that does not fan out");
      }
    }
    return new RecordQuery(
        types,
        condition,
        order,
        List.of(columns),
        limit,
        distinct,
        allowedIndexes,
        forbiddenIndexes,
        name);
  }

  /**
   * Returns the first rows only. An execution that continues an earlier one counts the earlier rows
   * too.
   *
   * @param rows the most rows, or 0 for no limit
   */
  public RecordQuery limit(int rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("limit of " + rows + " rows, the least is 0");
    }
    return new RecordQuery(
        types, condition, order, wanted, rows, distinct, allowedIndexes, forbiddenIndexes, name);
  }

  /**
   * Returns one row for records that are equal in all selected columns: the first of them. The
   * order may use selected columns only, and an index must give an order of all selected columns.
   *
   * @throws IllegalArgumentException when no columns are selected, or more than {@link
   *     #ORDER_COLUMNS_MAX}
   */
  public RecordQuery distinct() {
    if (wanted.isEmpty() || wanted.size() > ORDER_COLUMNS_MAX) {
      throw new IllegalArgumentException(
          "distinct rows of "
              + wanted.size()
              + " columns, expected 1 to "
              + ORDER_COLUMNS_MAX
              + ": select them first");
    }
    return new RecordQuery(
        types, condition, order, wanted, limit, true, allowedIndexes, forbiddenIndexes, name);
  }

  /**
   * Lets the planner use only these indexes. Scans of the records themselves are always allowed.
   */
  public RecordQuery allowIndexes(String... names) {
    return new RecordQuery(
        types,
        condition,
        order,
        wanted,
        limit,
        distinct,
        new TreeSet<>(List.of(names)),
        forbiddenIndexes,
        name);
  }

  /** Lets the planner use any index except these. */
  public RecordQuery forbidIndexes(String... names) {
    return new RecordQuery(
        types,
        condition,
        order,
        wanted,
        limit,
        distinct,
        allowedIndexes,
        new TreeSet<>(List.of(names)),
        name);
  }

  /**
   * Gives the query a name for meters and logs, which count all queries of one name together.
   * Queries that differ only in their names are equal, and share a plan.
   *
   * @param newName 1 to {@link #NAME_LENGTH_MAX} characters. Use few names, and put no values into
   *     them: each name is a time series in the meters
   * @throws IllegalArgumentException when the name is blank or too long
   */
  public RecordQuery named(String newName) {
    if (newName.isBlank() || newName.length() > NAME_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "name of a query has "
              + newName.length()
              + " characters, expected 1 to "
              + NAME_LENGTH_MAX
              + ", not all blank");
    }
    return new RecordQuery(
        types,
        condition,
        order,
        wanted,
        limit,
        distinct,
        allowedIndexes,
        forbiddenIndexes,
        Optional.of(newName));
  }

  private static void requireAtMost(String what, int found, int limit) {
    if (found > limit) {
      throw new IllegalArgumentException(
          "query of " + found + " " + what + ", the limit is " + limit);
    }
  }

  /** The names of the record types; empty for all types. */
  public List<String> types() {
    return types;
  }

  public Optional<QueryPredicate> condition() {
    return condition;
  }

  public List<OrderColumn> order() {
    return order;
  }

  /** The selected columns; empty for whole records. */
  public List<KeyExpression> wanted() {
    return wanted;
  }

  /** Whether the query returns no two rows with equal selected columns. */
  public boolean isDistinct() {
    return distinct;
  }

  /** The most rows, 0 for no limit. */
  public int limit() {
    return limit;
  }

  /** Whether the planner may use an index. */
  public boolean allows(String index) {
    return !forbiddenIndexes.contains(index)
        && (allowedIndexes.isEmpty() || allowedIndexes.contains(index));
  }

  /** The indexes named in {@link #allowIndexes} and {@link #forbidIndexes}. */
  public Set<String> hintedIndexes() {
    Set<String> named = new TreeSet<>(allowedIndexes);
    named.addAll(forbiddenIndexes);
    return named;
  }

  /** The name for meters and logs. */
  public Optional<String> name() {
    return name;
  }

  /** Whether another query differs from this one in its condition and its name at most. */
  public boolean isSameBesideCondition(RecordQuery that) {
    return limit == that.limit
        && distinct == that.distinct
        && types.equals(that.types)
        && order.equals(that.order)
        && wanted.equals(that.wanted)
        && allowedIndexes.equals(that.allowedIndexes)
        && forbiddenIndexes.equals(that.forbiddenIndexes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecordQuery that
        && isSameBesideCondition(that)
        && condition.equals(that.condition);
  }

  @Override
  public int hashCode() {
    return Objects.hash(types, condition, order);
  }

  /** The query in words. Equal queries have equal texts. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(types.isEmpty() ? "all records" : join(types));
    condition.ifPresent(each -> text.append(" where ").append(each));
    if (!order.isEmpty()) {
      text.append(" order by ").append(join(order));
    }
    if (!wanted.isEmpty()) {
      text.append(distinct ? " select distinct " : " select ").append(join(wanted));
    }
    if (limit > 0) {
      text.append(" limit ").append(limit);
    }
    if (!allowedIndexes.isEmpty()) {
      text.append(" by ").append(allowedIndexes);
    }
    if (!forbiddenIndexes.isEmpty()) {
      text.append(" not by ").append(forbiddenIndexes);
    }
    return text.toString();
  }

  private static String join(List<?> parts) {
    return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
