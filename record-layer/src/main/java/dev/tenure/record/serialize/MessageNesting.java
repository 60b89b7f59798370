package dev.tenure.record.serialize;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import java.util.Map;

/**
 * Checks that messages are not nested too deep for protobuf's parsers. The message itself is level
 * 0. Each message, group and map entry, including those of extensions and unknown groups, is one
 * level below the message that contains it. The content of a {@code google.protobuf.Any} or of
 * another bytes field does not count, since parsers do not descend into it.
 *
 * <p>The check runs before encoding, because encoding recurses without a limit. A message type
 * without message fields costs only a look at the types of its fields.
 */
public final class MessageNesting {
  /** Protobuf's limit for parsing, which is therefore also the limit for saving. */
  public static final int DEPTH_MAX = 100;

  private final MessagePath path;
  private int visited;

  private MessageNesting(Descriptor root) {
    this.path = new MessagePath(root.getName());
  }

  /**
   * Checks a message.
   *
   * @return the number of messages that were checked
   * @throws RecordLayerException RECORD_TOO_DEEP, naming the limit and the path of the first field
   *     that is too deep
   * @throws IllegalArgumentException when a message has a field of its type among its unknown
   *     fields, where it would be read as that field
   */
  public static int require(Message message) {
    MessageNesting nesting = new MessageNesting(message.getDescriptorForType());
    nesting.message(message);
    return nesting.visited;
  }

  /** Descends at most to the limit. */
  private void message(Message message) {
    visited++;
    Descriptor type = message.getDescriptorForType();
    for (FieldDescriptor field : type.getFields()) {
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        field(message, field);
      }
    }
    if (type.isExtendable()) {
      extensions(message);
    }
    UnknownFieldSet unknown = message.getUnknownFields();
    if (!unknown.asMap().isEmpty()) {
      UnknownFields.require(path, type, unknown);
      unknown(unknown);
    }
  }

  private void extensions(Message message) {
    for (FieldDescriptor field : message.getAllFields().keySet()) {
      if (field.isExtension() && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        field(message, field);
      }
    }
  }

  private void field(Message message, FieldDescriptor field) {
    if (!field.isRepeated()) {
      if (message.hasField(field)) {
        enter(MessagePath.name(field));
        message((Message) message.getField(field));
        path.leave();
      }
      return;
    }
    int count = message.getRepeatedFieldCount(field);
    if (count == 0) {
      return;
    }
    enter(MessagePath.name(field));
    if (!isMapOfValues(field)) {
      for (int i = 0; i < count; i++) {
        message((Message) message.getRepeatedField(field, i));
      }
    }
    path.leave();
  }

  /** Entries of such a map have nothing below them. */
  private static boolean isMapOfValues(FieldDescriptor field) {
    return field.isMapField()
        && field.getMessageType().findFieldByNumber(2).getJavaType()
            != FieldDescriptor.JavaType.MESSAGE;
  }

  private void unknown(UnknownFieldSet fields) {
    for (Map.Entry<Integer, UnknownFieldSet.Field> field : fields.asMap().entrySet()) {
      List<UnknownFieldSet> groups = field.getValue().getGroupList();
      if (!groups.isEmpty()) {
        enter(MessagePath.name(field.getKey()));
        groups.forEach(this::unknown);
        path.leave();
      }
    }
  }

  private void enter(String name) {
    path.enter(name);
    if (path.depth() > DEPTH_MAX) {
      throw new RecordLayerException(RecordLayerException.Code.RECORD_TOO_DEEP, tooDeep(path));
    }
  }

  /** The error text for a field that is nested too deep. */
  static String tooDeep(MessagePath path) {
    return path
        + " is "
        + path.depth()
        + " messages deep, the limit is "
        + DEPTH_MAX
        + ", the most that protobuf reads";
  }
}
