package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.ValueType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a bound condition. */
interface PredicateNode {

  Truth test(ColumnReader record, Bindings bindings);

  /**
   * Refuses parameter values that cannot be compared with their columns.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  void require(Bindings bindings);

  /** Whether any record can satisfy this part with these values. */
  default boolean mayHold(Bindings bindings) {
    return true;
  }

  /** True when all parts are true. */
  record All(List<PredicateNode> parts) implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      Truth truth = Truth.TRUE;
      for (PredicateNode part : parts) {
        truth = truth.and(part.test(record, bindings));
        if (truth == Truth.FALSE) {
          return truth;
        }
      }
      return truth;
    }

    @Override
    public void require(Bindings bindings) {
      parts.forEach(part -> part.require(bindings));
    }

    @Override
    public boolean mayHold(Bindings bindings) {
      return parts.stream().allMatch(part -> part.mayHold(bindings));
    }
  }

  /** True when any part is true. */
  record Any(List<PredicateNode> parts) implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      Truth truth = Truth.FALSE;
      for (PredicateNode part : parts) {
        truth = truth.or(part.test(record, bindings));
        if (truth == Truth.TRUE) {
          return truth;
        }
      }
      return truth;
    }

    @Override
    public void require(Bindings bindings) {
      parts.forEach(part -> part.require(bindings));
    }

    @Override
    public boolean mayHold(Bindings bindings) {
      return parts.stream().anyMatch(part -> part.mayHold(bindings));
    }
  }

  /** True when a part is false. */
  record Opposite(PredicateNode part) implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      return part.test(record, bindings).not();
    }

    @Override
    public void require(Bindings bindings) {
      part.require(bindings);
    }
  }

  /** Whether a column is null, or is not. */
  record Null(KeyEvaluator column, boolean wantsNull) implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      return anyElement(column, record, value -> Truth.of((value == null) == wantsNull));
    }

    @Override
    public void require(Bindings bindings) {
      // no parameter
    }
  }

  /** Compares a column with one value, or with another column. */
  record Compared(KeyEvaluator column, QueryPredicate.Operator operator, OperandNode operand)
      implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      ColumnValue value = operand.value(record, bindings);
      return value == null
          ? Truth.UNKNOWN
          : anyElement(column, record, element -> testElement(value, element));
    }

    private Truth testElement(ColumnValue value, @Nullable Object element) {
      if (element == null || value.isNotComparable(element)) {
        return Truth.UNKNOWN;
      }
      return Truth.of(value.isTrueFor(element, operator));
    }

    @Override
    public void require(Bindings bindings) {
      operand.require(column, operator, bindings);
    }

    @Override
    public boolean mayHold(Bindings bindings) {
      return operator != QueryPredicate.Operator.EQUAL
          || operand.known(bindings).map(value -> mayEqual(column, value)).orElse(true);
    }
  }

  /** A column of floats has no value that is between two of them. */
  private static boolean mayEqual(KeyEvaluator column, ColumnValue value) {
    return column.types().get(0) != ValueType.FLOAT
        || !(value.element() instanceof Double number)
        || isFloat(number);
  }

  private static boolean isFloat(double number) {
    return Double.compare((float) number, number) == 0;
  }

  /** Compares a column with a list of values. */
  record OneOf(KeyEvaluator column, ListNode list) implements PredicateNode {
    @Override
    public Truth test(ColumnReader record, Bindings bindings) {
      List<ColumnValue> values = list.values(bindings);
      return anyElement(column, record, element -> testElement(values, element));
    }

    private static Truth testElement(List<ColumnValue> values, @Nullable Object element) {
      if (element == null) {
        return Truth.UNKNOWN;
      }
      boolean isOfAnotherType =
          !values.isEmpty() && values.stream().allMatch(value -> value.isNotComparable(element));
      if (isOfAnotherType) {
        return Truth.UNKNOWN;
      }
      return Truth.of(
          values.stream()
              .anyMatch(value -> !value.isNotComparable(element) && value.compareTo(element) == 0));
    }

    @Override
    public void require(Bindings bindings) {
      list.require(column, bindings);
    }

    @Override
    public boolean mayHold(Bindings bindings) {
      return list.values(bindings).stream().anyMatch(value -> mayEqual(column, value));
    }
  }

  /**
   * The truth of a comparison for any value of a column. A column that does not fan out has one
   * value.
   */
  private static Truth anyElement(
      KeyEvaluator column, ColumnReader record, Function<@Nullable Object, Truth> test) {
    Truth truth = Truth.FALSE;
    for (Tuple row : record.read(column)) {
      truth = truth.or(isKnown(row.get(0)) ? test.apply(row.get(0)) : Truth.UNKNOWN);
    }
    return truth;
  }

  /**
   * Whether a value is known. The version of a record that the running transaction has saved is
   * known only after the commit.
   */
  private static boolean isKnown(@Nullable Object value) {
    return !(value instanceof Versionstamp version) || version.isComplete();
  }
}
