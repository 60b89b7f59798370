package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value with which columns are compared. Values are in the order of tuples, and floats are
 * compared as doubles. Immutable.
 */
public final class ColumnValue {
  private final ValueType type;
  private final Object value;
  private final Tuple tuple;

  private ColumnValue(ValueType type, Object value) {
    this.type = type;
    this.value = value;
    this.tuple = Tuple.from(value);
  }

  /** The value of a literal. The literal must not be null. */
  public static ColumnValue of(KeyExpression.Literal literal) {
    Object value =
        Objects.requireNonNull(
            literal.value(), "expected a value, as conditions on null are isNull and notNull");
    Object element = value instanceof ByteString bytes ? bytes.toByteArray() : value;
    return new ColumnValue(typeOf(element), element);
  }

  /** A value from an element of a tuple. */
  public static ColumnValue ofElement(Object element) {
    Object same = element instanceof Float number ? (Object) number.doubleValue() : element;
    return new ColumnValue(typeOf(same), same);
  }

  /** The type of the value. */
  public ValueType type() {
    return type;
  }

  /** The value as an element of a tuple. Bytes are an array, which the caller must not change. */
  public Object element() {
    return value;
  }

  /** The value as the only element of a packed tuple. */
  public byte[] packed() {
    return tuple.pack();
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
    if (element instanceof Versionstamp) {
      return ValueType.VERSIONSTAMP;
    }
    return element instanceof byte[] ? ValueType.BYTES : ValueType.ANY;
  }

  /** Whether columns of a type can be compared with this value. */
  public boolean comparesWith(ValueType column) {
    return column.fits(type) || (type == ValueType.DOUBLE && column == ValueType.FLOAT);
  }

  /** Whether an element is of another type than this value, as the result of a function may be. */
  boolean isNotComparable(Object element) {
    return typeOf(element) != type;
  }

  /** Compares an element with this value: less than 0 when the element is less. */
  public int compareTo(Object element) {
    Object same = element instanceof Float number ? number.doubleValue() : element;
    return Tuple.from(same).compareTo(tuple);
  }

  /** Whether the comparison of an element of the same type with this value is true. */
  public boolean isTrueFor(Object element, QueryPredicate.Operator operator) {
    return switch (operator) {
      case EQUAL -> compareTo(element) == 0;
      case NOT_EQUAL -> compareTo(element) != 0;
      case LESS -> compareTo(element) < 0;
      case LESS_OR_EQUAL -> compareTo(element) <= 0;
      case GREATER -> compareTo(element) > 0;
      case GREATER_OR_EQUAL -> compareTo(element) >= 0;
      case STARTS_WITH -> isPrefixOf(element);
      case HAS_SUBSTRING -> isSubstringOf(element);
    };
  }

  /** Whether an element begins with this value. */
  public boolean isPrefixOf(Object element) {
    if (element instanceof String text && value instanceof String prefix) {
      return text.startsWith(prefix);
    }
    return element instanceof byte[] bytes
        && value instanceof byte[] prefix
        && ByteString.copyFrom(bytes).startsWith(ByteString.copyFrom(prefix));
  }

  private boolean isSubstringOf(Object element) {
    if (element instanceof String text && value instanceof String part) {
      return text.contains(part);
    }
    return element instanceof byte[] bytes
        && value instanceof byte[] part
        && text(bytes).contains(text(part));
  }

  /** A character for each byte. */
  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ColumnValue that && type == that.type && tuple.equals(that.tuple);
  }

  @Override
  public int hashCode() {
    return tuple.hashCode();
  }

  @Override
  public String toString() {
    return tuple.toString();
  }
}
