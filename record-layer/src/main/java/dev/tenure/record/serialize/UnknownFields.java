package dev.tenure.record.serialize;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import java.util.Map;

/** Checks that the unknown fields of a message are still unknown when the message is read back. */
final class UnknownFields {
  private UnknownFields() {}

  /**
   * Checks the unknown fields of one message.
   *
   * @param path the path of the message
   * @throws IllegalArgumentException naming the path of a field that the type knows
   */
  static void require(MessagePath path, Descriptor type, UnknownFieldSet unknown) {
    for (Map.Entry<Integer, UnknownFieldSet.Field> entry : unknown.asMap().entrySet()) {
      FieldDescriptor field = type.findFieldByNumber(entry.getKey());
      if (field != null && isReadAs(field, entry.getValue())) {
        throw new IllegalArgumentException(
            path
                + " has its field "
                + field.getName()
                + " among its unknown fields, where it is read back as "
                + field.getName()
                + ": set the field");
      }
    }
  }

  /** Numbers that no constant of an enumeration has stay unknown. */
  private static boolean isReadAs(FieldDescriptor field, UnknownFieldSet.Field values) {
    if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
      return false;
    }
    boolean packed = field.isPackable() && !values.getLengthDelimitedList().isEmpty();
    return packed
        || switch (field.getLiteType().getWireType()) {
          case WireFormat.WIRETYPE_VARINT -> !values.getVarintList().isEmpty();
          case WireFormat.WIRETYPE_FIXED32 -> !values.getFixed32List().isEmpty();
          case WireFormat.WIRETYPE_FIXED64 -> !values.getFixed64List().isEmpty();
          case WireFormat.WIRETYPE_LENGTH_DELIMITED -> !values.getLengthDelimitedList().isEmpty();
          case WireFormat.WIRETYPE_START_GROUP -> !values.getGroupList().isEmpty();
          default -> false;
        };
  }
}
