package dev.tenure.record.query.text;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Parses and prints values of fields. */
final class LiteralText {
  private static final String NUMBER = "0123456789+-.eE";
  static final String ACCEPTED_WHOLE = "accepted: a whole number of 64 bits, such as 42";
  private static final List<String> NO_DIGITS = List.of("Infinity", "-Infinity", "NaN");

  private LiteralText() {}

  /**
   * Parses a value of a field that holds no messages; empty when the text is not a value of the
   * field.
   */
  static Optional<Object> parse(FieldDescriptor field, String text) {
    return field.getJavaType() == JavaType.ENUM
        ? ofEnum(field.getEnumType(), text)
        : parse(field.getJavaType(), text);
  }

  /** Parses a value of a type; empty when the text is not such a value, or the type has none. */
  static Optional<Object> parse(JavaType type, String text) {
    return switch (type) {
      case INT, LONG -> whole(text);
      case FLOAT, DOUBLE -> number(text);
      case BOOLEAN ->
          text.equals("true") || text.equals("false")
              ? Optional.of(text.equals("true"))
              : Optional.empty();
      case STRING -> Optional.of(text);
      case BYTE_STRING -> bytes(text);
      case ENUM, MESSAGE -> Optional.empty();
    };
  }

  /** Parses a whole number with an optional sign. */
  static Optional<Object> whole(String text) {
    try {
      boolean isWhole = text.chars().allMatch(c -> isDigit(c) || c == '-' || c == '+');
      return isWhole ? Optional.of(Long.parseLong(text)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isDigit(int letter) {
    return letter >= '0' && letter <= '9';
  }

  private static Optional<Object> number(String text) {
    boolean hasDigits = text.chars().allMatch(c -> NUMBER.indexOf(c) >= 0);
    if (!hasDigits && !NO_DIGITS.contains(text)) {
      return Optional.empty();
    }
    try {
      double number = Double.parseDouble(text);
      return hasDigits && Double.isInfinite(number) ? Optional.empty() : Optional.of(number);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Object> ofEnum(EnumDescriptor type, String text) {
    EnumValueDescriptor value = type.findValueByName(text);
    return value == null ? whole(text) : Optional.of((long) value.getNumber());
  }

  private static Optional<Object> bytes(String text) {
    try {
      String standard = text.replace('-', '+').replace('_', '/');
      return Optional.of(ByteString.copyFrom(Base64.getDecoder().decode(standard)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Says which values a field accepts, for the error of a refused text. */
  static String accepted(FieldDescriptor field, String text) {
    return switch (field.getJavaType()) {
      case ENUM ->
          NearestName.hint(
              text,
              field.getEnumType().getValues().stream().map(EnumValueDescriptor::getName).toList());
      case MESSAGE ->
          "accepted: : with * or the name of a field; "
              + NearestName.hint(
                  text,
                  field.getMessageType().getFields().stream()
                      .map(FieldDescriptor::getName)
                      .toList());
      default -> accepted(field.getJavaType());
    };
  }

  /** Says which values a type accepts that has the same values in each field. */
  static String accepted(JavaType type) {
    return switch (type) {
      case INT, LONG -> ACCEPTED_WHOLE;
      case FLOAT, DOUBLE -> "accepted: a number, such as 0.5 or 2e9";
      case BOOLEAN -> "accepted: true or false";
      case STRING -> "accepted: a string";
      case BYTE_STRING -> "accepted: bytes in Base64, such as \"AP8=\"";
      case ENUM, MESSAGE -> throw new IllegalArgumentException(type + " depends on the field");
    };
  }

  /** The canonical text of a value. */
  static String print(FieldDescriptor field, Object value) {
    return value instanceof Long number && field.getJavaType() == JavaType.ENUM
        ? enumName(field.getEnumType(), number)
        : print(value);
  }

  /** The canonical text of a value that is no constant of an enumeration. */
  static String print(Object value) {
    if (value instanceof String text) {
      return quoted(text);
    }
    return value instanceof ByteString bytes
        ? quoted(Base64.getEncoder().encodeToString(bytes.toByteArray()))
        : value.toString();
  }

  private static String enumName(EnumDescriptor type, long number) {
    EnumValueDescriptor value =
        number == (int) number ? type.findValueByNumber((int) number) : null;
    if (value == null) {
      return Long.toString(number);
    }
    String name = value.getName();
    return name.equals("null") || TextScanner.KEYWORDS.contains(name) ? quoted(name) : name;
  }

  /** A string in quotes. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (Character.isISOControl(letter)) {
        quoted.append(String.format("\\u%04x", (int) letter));
      } else {
        quoted.append("\"\\*".indexOf(letter) < 0 ? "" : "\\").append(letter);
      }
    }
    return quoted.append('"').toString();
  }
}
