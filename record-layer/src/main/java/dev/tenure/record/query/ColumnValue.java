package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import java.math.BigInteger;
import java.util.Objects;

/**
 * A value that columns are compared with, in the order of tuples; floats are compared as doubles.
 */
final class ColumnValue {
  private final ValueType type;
  private final Object value;
  private final Tuple tuple;

  private ColumnValue(ValueType type, Object value) {
    this.type = type;
    this.value = value;
    this.tuple = Tuple.from(value);
  }

  static ColumnValue of(KeyExpression.Literal literal) {
    Object value = Objects.requireNonNull(literal.value(), "value");
    Object element = value instanceof ByteString bytes ? bytes.toByteArray() : value;
    return new ColumnValue(typeOf(element), element);
  }

  private static ValueType typeOf(Object element) {
    if (element instanceof Long || element instanceof BigInteger) {
      return ValueType.INTEGER;
    }
    if (element instanceof Double || element instanceof Float) {
      return ValueType.DOUBLE;
    }
    if (element instanceof String) {
      return ValueType.STRING;
    }
    if (element instanceof Boolean) {
      return ValueType.BOOLEAN;
    }
    return element instanceof byte[] ? ValueType.BYTES : ValueType.ANY;
  }

  /** Whether a column of a type can be compared with this, as far as the type tells. */
  boolean comparesWith(ValueType column) {
    return column.fits(type) || (type == ValueType.DOUBLE && column == ValueType.FLOAT);
  }

  /** Whether an element is of another type than this: columns of functions may hold anything. */
  boolean isNotComparable(Object element) {
    return typeOf(element) != type;
  }

  /** Less than 0 when the element is less than this. */
  int compareTo(Object element) {
    Object same = element instanceof Float number ? number.doubleValue() : element;
    return Tuple.from(same).compareTo(tuple);
  }

  /** Whether an element begins with this. */
  boolean isPrefixOf(Object element) {
    if (element instanceof String text && value instanceof String prefix) {
      return text.startsWith(prefix);
    }
    return element instanceof byte[] bytes
        && value instanceof byte[] prefix
        && ByteString.copyFrom(bytes).startsWith(ByteString.copyFrom(prefix));
  }
}
