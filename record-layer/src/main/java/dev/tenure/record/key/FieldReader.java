package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one field of a message as tuple elements.
 *
 * @param path the field's path, for errors
 */
record FieldReader(FieldDescriptor field, String path) {
  private static final long UNSIGNED_INT_MASK = 0xFFFF_FFFFL;

  /** The type of the value, or of each element. */
  ValueType type() {
    return ValueType.of(field);
  }

  /** The value; null when the message is null, or when the field knows presence and is not set. */
  @Nullable Object value(@Nullable Message message) {
    return message == null || isUnset(message) ? null : element(message.getField(field));
  }

  /** The value, with the field's default value in place of null. */
  Object valueOrDefault(@Nullable Message message) {
    return element(message == null ? field.getDefaultValue() : message.getField(field));
  }

  /** The number of elements of the repeated field; 0 when the message is null. */
  int count(@Nullable Message message) {
    return message == null ? 0 : message.getRepeatedFieldCount(field);
  }

  /** The elements of the repeated field; empty when the message is null. */
  List<Object> elements(@Nullable Message message) {
    List<Object> elements = new ArrayList<>();
    if (message != null) {
      for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
        elements.add(element(message.getRepeatedField(field, i)));
      }
    }
    return elements;
  }

  /** The message in the field, or null when it is not set. */
  @Nullable Message message(@Nullable Message message) {
    return message == null || isUnset(message) ? null : (Message) message.getField(field);
  }

  List<Message> messages(@Nullable Message message) {
    List<Message> messages = new ArrayList<>();
    if (message != null) {
      for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
        messages.add((Message) message.getRepeatedField(field, i));
      }
    }
    return messages;
  }

  /** A map entry always has its key and value, also where a dynamic message left one out. */
  private boolean isUnset(Message message) {
    return field.hasPresence()
        && !field.getContainingType().getOptions().getMapEntry()
        && !message.hasField(field);
  }

  private Object element(Object value) {
    return switch (field.getType()) {
      case UINT32, FIXED32 -> ((Integer) value) & UNSIGNED_INT_MASK;
      case UINT64, FIXED64 -> unsignedLong((Long) value);
      case INT32, SINT32, SFIXED32 -> ((Integer) value).longValue();
      case ENUM -> (long) ((EnumValueDescriptor) value).getNumber();
      case BYTES -> ((ByteString) value).toByteArray();
      case INT64, SINT64, SFIXED64, BOOL, FLOAT, DOUBLE, STRING -> value;
      case MESSAGE, GROUP -> throw new IllegalStateException(path + " is a message");
    };
  }

  private static Object unsignedLong(long bits) {
    return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
  }
}
