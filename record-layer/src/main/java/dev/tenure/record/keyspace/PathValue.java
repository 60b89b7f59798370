package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A value of a directory in a path, with its type. Immutable. Values are equal when type and value
 * are equal. 0.0 and -0.0 differ, as their keys do, and all NaN are equal.
 */
public final class PathValue {
  private static final PathValue NULL = new PathValue(DirectoryType.NULL, DirectoryType.NULL);

  private final DirectoryType type;
  private final Object value;

  private PathValue(DirectoryType type, Object value) {
    this.type = type;
    this.value = value;
  }

  /** The value of a {@link DirectoryType#NULL} directory. */
  static PathValue ofNull() {
    return NULL;
  }

  /**
   * A value.
   *
   * @param given a Long, Integer, Short or Byte; String; byte[] or ByteString; Float; Double;
   *     Boolean or UUID, as the type requires
   * @throws IllegalArgumentException when the value has another type, or is a string that UTF-8
   *     cannot encode or that a {@link NameInterner} refuses
   */
  static PathValue of(DirectoryType type, Object given) {
    Object value = canonical(given);
    if (type == DirectoryType.NULL || !type.valueClass().isInstance(value)) {
      throw new IllegalArgumentException(
          "value is " + given + " (" + given.getClass().getSimpleName() + "), expected " + type);
    }
    if (type == DirectoryType.NAME) {
      InternedKeys.requireName((String) value);
    } else if (value instanceof String string
        && !StandardCharsets.UTF_8.newEncoder().canEncode(string)) {
      throw new IllegalArgumentException("value is not well-formed UTF-16: " + string);
    }
    return new PathValue(type, value);
  }

  private static Object canonical(Object given) {
    if (given instanceof Integer || given instanceof Short || given instanceof Byte) {
      return ((Number) given).longValue();
    }
    if (given instanceof byte[] bytes) {
      return ByteString.copyFrom(bytes);
    }
    if (given instanceof Float number) {
      return Float.intBitsToFloat(Float.floatToIntBits(number));
    }
    if (given instanceof Double number) {
      return Double.longBitsToDouble(Double.doubleToLongBits(number));
    }
    return given;
  }

  /** The value of a tuple's element; empty when no directory type has such elements. */
  static Optional<PathValue> ofElement(@Nullable Object element) {
    if (element == null) {
      return Optional.of(NULL);
    }
    Object value = canonical(element);
    for (DirectoryType type : DirectoryType.values()) {
      if (type != DirectoryType.NULL && type.valueClass().isInstance(value)) {
        return Optional.of(of(type, value));
      }
    }
    return Optional.empty();
  }

  public DirectoryType type() {
    return type;
  }

  /**
   * The integer of a {@link DirectoryType#LONG} value.
   *
   * @throws IllegalStateException here and below: when the value has another type
   */
  public long asLong() {
    return as(Long.class);
  }

  /** The string of a {@link DirectoryType#STRING} or {@link DirectoryType#NAME} value. */
  public String asString() {
    return as(String.class);
  }

  /** The bytes of a {@link DirectoryType#BYTES} value. */
  public ByteString asBytes() {
    return as(ByteString.class);
  }

  public float asFloat() {
    return as(Float.class);
  }

  public double asDouble() {
    return as(Double.class);
  }

  public boolean asBoolean() {
    return as(Boolean.class);
  }

  public UUID asUuid() {
    return as(UUID.class);
  }

  private <T> T as(Class<T> wanted) {
    if (!wanted.isInstance(value)) {
      throw new IllegalStateException(
          "value " + this + " is a " + type + ", not a " + wanted.getSimpleName());
    }
    return wanted.cast(value);
  }

  /** The tuple with this value appended. Not for a name, of which the caller appends the number. */
  Tuple addTo(Tuple tuple) {
    return switch (type) {
      case NULL -> tuple.addObject(null);
      case BYTES -> tuple.add(asBytes().toByteArray());
      case STRING -> tuple.add(asString());
      case LONG -> tuple.add(asLong());
      case FLOAT -> tuple.add(asFloat());
      case DOUBLE -> tuple.add(asDouble());
      case BOOLEAN -> tuple.add(asBoolean());
      case UUID -> tuple.add(asUuid());
      case NAME -> throw new IllegalStateException("the name " + this + " has no element itself");
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathValue that && type == that.type && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, value);
  }

  /** The value as text for people: strings in quotes, bytes in hexadecimal. */
  @Override
  public String toString() {
    if (value instanceof String string) {
      return '"' + printable(string) + '"';
    }
    if (value instanceof ByteString bytes) {
      return "0x" + HexFormat.of().formatHex(bytes.toByteArray());
    }
    return type == DirectoryType.NULL ? "null" : value.toString();
  }

  private static String printable(String string) {
    StringBuilder shown = new StringBuilder();
    string
        .chars()
        .forEach(
            each -> {
              if (each == '"' || each == '\\') {
                shown.append('\\').append((char) each);
              } else if (Character.isISOControl(each)) {
                shown.append(String.format("\\u%04x", each));
              } else {
                shown.append((char) each);
              }
            });
    return shown.toString();
  }
}
