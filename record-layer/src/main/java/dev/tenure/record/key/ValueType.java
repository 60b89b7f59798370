package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import org.jspecify.annotations.Nullable;

/** The type of a column's values. Any column may also be null. */
public enum ValueType {
  /** Any value that a tuple can hold. */
  ANY,
  /** A whole number: a {@code Long}, or a {@code BigInteger} when it is beyond 63 bits. */
  INTEGER,
  FLOAT,
  DOUBLE,
  BOOLEAN,
  STRING,
  /** A {@code byte[]}. */
  BYTES,
  /** A 12-byte {@code Versionstamp}, complete or not. */
  VERSIONSTAMP,
  /** A nested tuple: a {@code List}. */
  LIST;

  /** Whether a value of this type may be used where {@code wanted} is required. */
  public boolean fits(ValueType wanted) {
    return this == wanted || this == ANY || wanted == ANY;
  }

  /** The values of this type, in words for errors. */
  public String accepted() {
    return switch (this) {
      case ANY -> "any value";
      case INTEGER -> "a whole number, such as 2";
      case FLOAT, DOUBLE -> "a double, such as 2.0";
      case BOOLEAN -> "true or false";
      case STRING -> "a string";
      case BYTES -> "bytes";
      case VERSIONSTAMP -> "a complete Versionstamp";
      case LIST -> "no value, only null";
    };
  }

  /** The type of one element of a field that holds no messages. */
  static ValueType of(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT, LONG, ENUM -> INTEGER;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case BOOLEAN -> BOOLEAN;
      case STRING -> STRING;
      case BYTE_STRING -> BYTES;
      case MESSAGE ->
          throw new IllegalArgumentException(field.getFullName() + " holds messages, no values");
    };
  }

  /** The type of the value of a {@link KeyExpression.Literal}. */
  static ValueType ofLiteral(@Nullable Object value) {
    if (value instanceof Long) {
      return INTEGER;
    }
    if (value instanceof String) {
      return STRING;
    }
    if (value instanceof Boolean) {
      return BOOLEAN;
    }
    if (value instanceof Double) {
      return DOUBLE;
    }
    if (value instanceof Versionstamp) {
      return VERSIONSTAMP;
    }
    return value instanceof ByteString ? BYTES : ANY;
  }
}
