package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.Arrays;
import java.util.List;

/**
 * The factories of conditions, meant for static import.
 *
 * <pre>{@code
 * and(equal(field("state"), "open"), greater(field("priority"), 3))
 * }</pre>
 *
 * <p>A column is any key expression of one column. Values are longs (an int counts as one),
 * strings, booleans, doubles, and bytes as {@code byte[]} or {@code ByteString}; they are ordered
 * as in the keys of indexes: strings and bytes by their (UTF-8) bytes, false before true, -0.0
 * before 0.0. A comparison on a column that fans out is true when it is true for any element. It is
 * false when there is no element.
 *
 * <p>Two comparisons on a column that fans out may be true for two different elements. {@link
 * #anyOf} requires one element for which a whole condition is true, and {@link #allOf} requires
 * that it is true for each element: {@code anyOf(field("line", FAN_OUT), and(equal(field("sku"),
 * "x"), greater(field("quantity"), 3)))}.
 *
 * <p>In queries a column is also compared with a {@link #parameter}, or with another column that
 * does not fan out: {@code greater(field("paid"), field("due"))}.
 */
public final class Predicates {
  private Predicates() {}

  /**
   * True when all parts are true, and false when any part is false. There are at least two parts.
   */
  public static QueryPredicate and(QueryPredicate... parts) {
    return new QueryPredicate.And(List.of(parts));
  }

  /**
   * True when any part is true, and false when all parts are false. There are at least two parts.
   */
  public static QueryPredicate or(QueryPredicate... parts) {
    return new QueryPredicate.Or(List.of(parts));
  }

  /** True when the condition is false, and unknown when the condition is unknown. */
  public static QueryPredicate not(QueryPredicate condition) {
    return new QueryPredicate.Not(condition);
  }

  public static QueryPredicate equal(KeyExpression column, Object value) {
    return compare(column, Operator.EQUAL, value);
  }

  /** Whether the column differs from the value. Unknown when the column is null, as in SQL. */
  public static QueryPredicate notEqual(KeyExpression column, Object value) {
    return compare(column, Operator.NOT_EQUAL, value);
  }

  public static QueryPredicate less(KeyExpression column, Object value) {
    return compare(column, Operator.LESS, value);
  }

  public static QueryPredicate lessOrEqual(KeyExpression column, Object value) {
    return compare(column, Operator.LESS_OR_EQUAL, value);
  }

  public static QueryPredicate greater(KeyExpression column, Object value) {
    return compare(column, Operator.GREATER, value);
  }

  public static QueryPredicate greaterOrEqual(KeyExpression column, Object value) {
    return compare(column, Operator.GREATER_OR_EQUAL, value);
  }

  /** Whether the column's string or bytes begin with a prefix. */
  public static QueryPredicate startsWith(KeyExpression column, Object prefix) {
    return compare(column, Operator.STARTS_WITH, prefix);
  }

  /** Whether a substring stands anywhere in the column's string, or in its bytes. */
  public static QueryPredicate hasSubstring(KeyExpression column, Object substring) {
    return compare(column, Operator.HAS_SUBSTRING, substring);
  }

  /** Whether the column is null. For a column that fans out: whether any of its values is null. */
  public static QueryPredicate isNull(KeyExpression column) {
    return new QueryPredicate.NullCheck(column, true);
  }

  /**
   * Whether the column is not null. For a column that fans out: whether any of its values is not
   * null.
   */
  public static QueryPredicate notNull(KeyExpression column) {
    return new QueryPredicate.NullCheck(column, false);
  }

  /** Whether the column is equal to one of the values. */
  public static QueryPredicate in(KeyExpression column, Object... values) {
    return new QueryPredicate.In(column, Arrays.stream(values).map(Predicates::literal).toList());
  }

  /** Whether the column is equal to one of the values of a parameter. */
  public static QueryPredicate in(KeyExpression column, Operand.Parameter values) {
    return new QueryPredicate.InParameter(column, values);
  }

  /**
   * Whether a condition is true for at least one element of a repeated field. False when there are
   * no elements.
   *
   * @param repeated the field with {@code FAN_OUT}, which may be nested. Its elements are messages,
   *     entries of a map, or values
   * @param condition a condition on the columns of an element; where elements are values, on {@link
   *     #element()}
   */
  public static QueryPredicate anyOf(KeyExpression repeated, QueryPredicate condition) {
    return new QueryPredicate.OfElements(QueryPredicate.Quantifier.ANY, repeated, condition);
  }

  /**
   * As {@link #anyOf}, but the condition must be true for each element. True when there are no
   * elements.
   */
  public static QueryPredicate allOf(KeyExpression repeated, QueryPredicate condition) {
    return new QueryPredicate.OfElements(QueryPredicate.Quantifier.ALL, repeated, condition);
  }

  /** The element itself, in conditions on the elements of a repeated field of values. */
  public static KeyExpression element() {
    return Elements.ELEMENT;
  }

  /** A parameter, whose value is given with each execution of the query. */
  public static Operand.Parameter parameter(String name) {
    return new Operand.Parameter(name);
  }

  /** Compares a column with a value, a {@link #parameter}, or another column of the record. */
  public static QueryPredicate compare(KeyExpression column, Operator operator, Object value) {
    return new QueryPredicate.Comparison(column, operator, Operand.of(value));
  }

  private static KeyExpression.Literal literal(Object value) {
    return (KeyExpression.Literal) Keys.literal(value);
  }
}
