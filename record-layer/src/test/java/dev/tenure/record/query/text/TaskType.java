package dev.tenure.record.query.text;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.TimestampProto;
import java.util.List;

/** The type of docs/filters.md, with fields of the well-known types. */
final class TaskType {
  static final Descriptor TASK = file().findMessageTypeByName("Task");

  private TaskType() {}

  private static FileDescriptor file() {
    try {
      return FileDescriptor.buildFrom(
          FileDescriptorProto.newBuilder()
              .setName("task.proto")
              .setSyntax("proto3")
              .addDependency("google/protobuf/timestamp.proto")
              .addDependency("google/protobuf/duration.proto")
              .addEnumType(states())
              .addMessageType(strings("Address", "city", "street"))
              .addMessageType(strings("Comment", "author", "text"))
              .addMessageType(task())
              .build(),
          new FileDescriptor[] {TimestampProto.getDescriptor(), DurationProto.getDescriptor()});
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EnumDescriptorProto states() {
    EnumDescriptorProto.Builder type = EnumDescriptorProto.newBuilder().setName("State");
    for (String name : List.of("OPEN", "DONE", "CANCELLED")) {
      type.addValue(
          EnumValueDescriptorProto.newBuilder().setName(name).setNumber(type.getValueCount()));
    }
    return type.build();
  }

  private static DescriptorProto strings(String name, String... fields) {
    DescriptorProto.Builder type = DescriptorProto.newBuilder().setName(name);
    for (String field : fields) {
      add(type, field, FieldDescriptorProto.Type.TYPE_STRING, "");
    }
    return type.build();
  }

  private static DescriptorProto task() {
    DescriptorProto.Builder type = DescriptorProto.newBuilder().setName("Task");
    add(type, "id", FieldDescriptorProto.Type.TYPE_INT64, "");
    add(type, "title", FieldDescriptorProto.Type.TYPE_STRING, "");
    add(type, "state", FieldDescriptorProto.Type.TYPE_ENUM, ".State");
    add(type, "priority", FieldDescriptorProto.Type.TYPE_INT32, "");
    add(type, "owner", FieldDescriptorProto.Type.TYPE_STRING, "")
        .setProto3Optional(true)
        .setOneofIndex(0);
    type.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_owner"));
    add(type, "due", FieldDescriptorProto.Type.TYPE_MESSAGE, ".google.protobuf.Timestamp");
    add(type, "spent", FieldDescriptorProto.Type.TYPE_MESSAGE, ".google.protobuf.Duration");
    add(type, "tags", FieldDescriptorProto.Type.TYPE_STRING, "").setLabel(Label.LABEL_REPEATED);
    add(type, "labels", FieldDescriptorProto.Type.TYPE_MESSAGE, ".Task.LabelsEntry")
        .setLabel(Label.LABEL_REPEATED);
    add(type, "address", FieldDescriptorProto.Type.TYPE_MESSAGE, ".Address");
    add(type, "comments", FieldDescriptorProto.Type.TYPE_MESSAGE, ".Comment")
        .setLabel(Label.LABEL_REPEATED);
    add(type, "effort", FieldDescriptorProto.Type.TYPE_DOUBLE, "");
    add(type, "blocked", FieldDescriptorProto.Type.TYPE_BOOL, "");
    add(type, "estimate", FieldDescriptorProto.Type.TYPE_INT64, "");
    DescriptorProto.Builder entry = type.addNestedTypeBuilder().setName("LabelsEntry");
    add(entry, "key", FieldDescriptorProto.Type.TYPE_STRING, "");
    add(entry, "value", FieldDescriptorProto.Type.TYPE_STRING, "");
    entry.getOptionsBuilder().setMapEntry(true);
    return type.build();
  }

  private static FieldDescriptorProto.Builder add(
      DescriptorProto.Builder type, String name, FieldDescriptorProto.Type of, String typeName) {
    FieldDescriptorProto.Builder field =
        type.addFieldBuilder()
            .setName(name)
            .setNumber(type.getFieldCount())
            .setType(of)
            .setLabel(Label.LABEL_OPTIONAL);
    return typeName.isEmpty() ? field : field.setTypeName(typeName);
  }
}
