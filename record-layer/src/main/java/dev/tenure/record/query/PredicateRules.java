package dev.tenure.record.query;

import com.google.protobuf.ByteString;
import dev.tenure.record.key.KeyExpression;
import java.util.List;
import java.util.Objects;

/** The rules for all conditions. They are checked when a condition is made. */
final class PredicateRules {
  private PredicateRules() {}

  static List<QueryPredicate> requireParts(String what, List<QueryPredicate> parts) {
    if (parts.size() < 2) {
      throw new IllegalArgumentException(
          what + " of " + parts.size() + " conditions, the least is 2: " + parts);
    }
    requireSize(what, parts);
    return List.copyOf(parts);
  }

  static void requireSize(String what, List<QueryPredicate> parts) {
    int depth = 1;
    int count = 1;
    for (QueryPredicate part : parts) {
      depth = Math.max(depth, 1 + depth(part));
      count += count(part);
      requireAtMost(what, depth, "deep", QueryPredicate.DEPTH_MAX);
      requireAtMost(what, count, "conditions", QueryPredicate.PARTS_MAX);
    }
  }

  private static int depth(QueryPredicate predicate) {
    return 1 + inside(predicate).stream().mapToInt(PredicateRules::depth).max().orElse(0);
  }

  private static int count(QueryPredicate predicate) {
    return 1 + inside(predicate).stream().mapToInt(PredicateRules::count).sum();
  }

  /** The conditions directly inside a condition, on the record and on elements. */
  private static List<QueryPredicate> inside(QueryPredicate predicate) {
    return predicate instanceof QueryPredicate.OfElements of
        ? List.of(of.element())
        : predicate.parts();
  }

  private static void requireAtMost(String what, int value, String unit, int limit) {
    if (value > limit) {
      throw new IllegalArgumentException(
          "condition " + what + " is " + value + " " + unit + ", the limit is " + limit);
    }
  }

  static void requireColumn(KeyExpression column) {
    if (column.columnCount() != 1) {
      throw new IllegalArgumentException(
          "condition on "
              + column
              + ", which has "
              + column.columnCount()
              + " columns, expected 1");
    }
  }

  static void requireOperand(
      KeyExpression column, QueryPredicate.Operator operator, Operand operand) {
    Objects.requireNonNull(operand, "operand");
    if (operand instanceof Operand.Value value) {
      requireValue(column, operator, value.literal());
    }
  }

  private static void requireValue(
      KeyExpression column, QueryPredicate.Operator operator, KeyExpression.Literal value) {
    requireNotNull(column, value);
    boolean isString = value.value() instanceof String || value.value() instanceof ByteString;
    if (operator.isOfStrings() && !isString) {
      throw new IllegalArgumentException(
          column
              + " "
              + operator
              + " "
              + value
              + ": only strings and bytes have prefixes and substrings");
    }
  }

  static List<KeyExpression.Literal> requireValues(
      KeyExpression column, List<KeyExpression.Literal> values) {
    if (values.size() > QueryPredicate.VALUES_MAX) {
      throw new IllegalArgumentException(
          column
              + " in "
              + values.size()
              + " values, expected at most "
              + QueryPredicate.VALUES_MAX);
    }
    values.forEach(value -> requireNotNull(column, value));
    return List.copyOf(values);
  }

  static void requireText(KeyExpression column, Operand text) {
    boolean isText =
        text instanceof Operand.Value value && value.literal().value() instanceof String;
    if (!isText && !(text instanceof Operand.Parameter)) {
      throw new IllegalArgumentException(
          column + " is searched for " + text + ", expected a string or a parameter");
    }
  }

  static void requireDistance(KeyExpression column, QueryPredicate.TextKind kind, int distance) {
    int least = kind == QueryPredicate.TextKind.NEAR ? 1 : 0;
    if (distance < least || (least == 0 && distance > 0)) {
      throw new IllegalArgumentException(
          column
              + " is searched for "
              + kind
              + " within a distance of "
              + distance
              + ", expected "
              + (least == 0 ? "0" : "1 or more"));
    }
  }

  private static void requireNotNull(KeyExpression column, KeyExpression.Literal value) {
    if (value.value() == null) {
      throw new IllegalArgumentException(
          "comparison of " + column + " with null is never true: use isNull or notNull");
    }
  }
}
