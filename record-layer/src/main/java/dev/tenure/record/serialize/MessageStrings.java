package dev.tenure.record.serialize;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tenure.record.limit.Surrogates;
import java.util.List;
import java.util.Map;

/**
 * Checks that all strings of a message can be encoded in UTF-8, so that the same strings are read
 * back.
 */
public final class MessageStrings {
  /** The byte that protobuf writes for an unpaired surrogate. */
  private static final byte REPLACEMENT = '?';

  private final MessagePath path;

  private MessageStrings(String root) {
    this.path = new MessagePath(root);
  }

  /**
   * Checks a message, which must not be nested deeper than {@link MessageNesting#DEPTH_MAX}.
   *
   * @throws IllegalArgumentException when a string has an unpaired surrogate, naming the field's
   *     path
   */
  public static void require(Message message) {
    new MessageStrings(message.getDescriptorForType().getName()).message(message);
  }

  /**
   * As {@link #require(Message)}, for a message that was encoded. A correct message costs only a
   * look at its bytes.
   */
  public static void require(Message message, byte[] encoded) {
    for (byte each : encoded) {
      if (each == REPLACEMENT) {
        require(message);
        return;
      }
    }
  }

  private void message(Message message) {
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      boolean relevant =
          field.getKey().getJavaType() == FieldDescriptor.JavaType.STRING
              || field.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (relevant) {
        path.enter(MessagePath.name(field.getKey()));
        if (field.getValue() instanceof List<?> values) {
          values.forEach(this::value);
        } else {
          value(field.getValue());
        }
        path.leave();
      }
    }
  }

  private void value(Object value) {
    if (value instanceof Message message) {
      message(message);
    } else if (value instanceof String text && Surrogates.loneAt(text) != Surrogates.NONE) {
      var unused = Surrogates.requireNone(path.toString(), text);
    }
  }
}
