package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.ValueType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bound operand of a comparison. */
interface OperandNode {

  /** The operand's value for a record; null when a column has none. */
  @Nullable ColumnValue value(ColumnReader record, Bindings bindings);

  /** The value with which every record is compared; empty when the operand is a column. */
  default Optional<ColumnValue> known(Bindings bindings) {
    return Optional.empty();
  }

  /**
   * Refuses a parameter's value that the column cannot be compared with.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  default void require(KeyEvaluator column, QueryPredicate.Operator operator, Bindings bindings) {}

  /** A value that was checked when the condition was bound. */
  record Constant(ColumnValue constant) implements OperandNode {
    @Override
    public ColumnValue value(ColumnReader record, Bindings bindings) {
      return constant;
    }

    @Override
    public Optional<ColumnValue> known(Bindings bindings) {
      return Optional.of(constant);
    }
  }

  /** A parameter, whose value the bindings give. */
  record Parameter(String name) implements OperandNode {
    @Override
    public ColumnValue value(ColumnReader record, Bindings bindings) {
      return bindings.require(name);
    }

    @Override
    public Optional<ColumnValue> known(Bindings bindings) {
      return Optional.of(bindings.require(name));
    }

    @Override
    public void require(KeyEvaluator column, QueryPredicate.Operator operator, Bindings bindings) {
      ColumnValue value = bindings.require(name);
      requireComparable(name, column, value);
      boolean isString = value.type() == ValueType.STRING || value.type() == ValueType.BYTES;
      if (operator.isOfStrings() && !isString) {
        throw new IllegalArgumentException(
            "parameter "
                + name
                + " is "
                + value
                + ", and "
                + column.expression()
                + " is compared with it by \""
                + operator
                + "\", expected a string or bytes");
      }
    }
  }

  /** Another column. A record version that is not known yet counts as null. */
  record Other(KeyEvaluator column) implements OperandNode {
    @Override
    public @Nullable ColumnValue value(ColumnReader record, Bindings bindings) {
      Object element = record.read(column).get(0).get(0);
      boolean isUnknown = element instanceof Versionstamp version && !version.isComplete();
      return element == null || isUnknown
          ? null
          : ColumnValue.ofElement(
              element instanceof ByteString bytes ? bytes.toByteArray() : element);
    }
  }

  static void requireComparable(String parameter, KeyEvaluator column, ColumnValue value) {
    ValueType found = column.types().get(0);
    if (!value.comparesWith(found)) {
      throw new IllegalArgumentException(
          "parameter "
              + parameter
              + " is "
              + value
              + ", of "
              + value.type()
              + ", but "
              + column.expression()
              + " holds "
              + found
              + "; accepted: "
              + found.accepted());
    }
  }
}
