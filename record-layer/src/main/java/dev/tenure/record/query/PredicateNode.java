package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bound part of a condition. */
interface PredicateNode {

  Truth test(Message message);

  /** All parts. */
  record All(List<PredicateNode> parts) implements PredicateNode {
    @Override
    public Truth test(Message message) {
      Truth truth = Truth.TRUE;
      for (PredicateNode part : parts) {
        truth = truth.and(part.test(message));
        if (truth == Truth.FALSE) {
          return truth;
        }
      }
      return truth;
    }
  }

  /** Any part. */
  record Any(List<PredicateNode> parts) implements PredicateNode {
    @Override
    public Truth test(Message message) {
      Truth truth = Truth.FALSE;
      for (PredicateNode part : parts) {
        truth = truth.or(part.test(message));
        if (truth == Truth.TRUE) {
          return truth;
        }
      }
      return truth;
    }
  }

  /** The opposite of a part. */
  record Opposite(PredicateNode part) implements PredicateNode {
    @Override
    public Truth test(Message message) {
      return part.test(message).not();
    }
  }

  /** Whether a column is null, or is not. */
  record Null(KeyEvaluator column, boolean wantsNull) implements PredicateNode {
    @Override
    public Truth test(Message message) {
      return anyElement(column, message, value -> Truth.of((value == null) == wantsNull));
    }
  }

  /** A column against one value. */
  record Compared(KeyEvaluator column, QueryPredicate.Operator operator, ColumnValue value)
      implements PredicateNode {
    @Override
    public Truth test(Message message) {
      return anyElement(column, message, this::testElement);
    }

    private Truth testElement(@Nullable Object element) {
      if (element == null || value.isNotComparable(element)) {
        return Truth.UNKNOWN;
      }
      return Truth.of(
          switch (operator) {
            case EQUAL -> value.compareTo(element) == 0;
            case NOT_EQUAL -> value.compareTo(element) != 0;
            case LESS -> value.compareTo(element) < 0;
            case LESS_OR_EQUAL -> value.compareTo(element) <= 0;
            case GREATER -> value.compareTo(element) > 0;
            case GREATER_OR_EQUAL -> value.compareTo(element) >= 0;
            case STARTS_WITH -> value.isPrefixOf(element);
          });
    }
  }

  /** A column against a list of values. */
  record OneOf(KeyEvaluator column, List<ColumnValue> values) implements PredicateNode {
    @Override
    public Truth test(Message message) {
      return anyElement(column, message, this::testElement);
    }

    private Truth testElement(@Nullable Object element) {
      if (element == null || values.stream().allMatch(value -> value.isNotComparable(element))) {
        return Truth.UNKNOWN;
      }
      return Truth.of(
          values.stream()
              .anyMatch(value -> !value.isNotComparable(element) && value.compareTo(element) == 0));
    }
  }

  /** What a condition is of any element of a column: the one there is, unless it fans out. */
  private static Truth anyElement(
      KeyEvaluator column, Message message, Function<@Nullable Object, Truth> test) {
    Truth truth = Truth.FALSE;
    for (Tuple row : column.evaluate(message)) {
      truth = truth.or(test.apply(row.get(0)));
    }
    return truth;
  }
}
