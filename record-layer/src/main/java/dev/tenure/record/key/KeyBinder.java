package dev.tenure.record.key;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.List;

/** Binds an expression to a message type: looks up each field and checks how it is used. */
record KeyBinder(Descriptor type, String path, long typeKey)
    implements KeyExpression.Visitor<KeyNode> {

  @Override
  public KeyNode field(KeyExpression.Field field) {
    FieldReader reader = reader(field.name(), field.fan());
    if (reader.field().getJavaType() == JavaType.MESSAGE) {
      throw new IllegalArgumentException(
          reader.path()
              + " is a message ("
              + reader.field().getMessageType().getName()
              + "), a key column needs a value: use nest");
    }
    return switch (field.fan()) {
      case NONE -> new KeyNode.Single(reader);
      case FAN_OUT -> new KeyNode.FannedOut(reader);
      case CONCATENATE -> new KeyNode.Concatenated(reader);
    };
  }

  @Override
  public KeyNode nest(KeyExpression.Nest nest) {
    FieldReader reader = reader(nest.name(), nest.fan());
    if (reader.field().getJavaType() != JavaType.MESSAGE) {
      throw new IllegalArgumentException(
          reader.path() + " is no message, nest needs one: use field");
    }
    KeyNode child =
        nest.child().accept(new KeyBinder(reader.field().getMessageType(), reader.path(), typeKey));
    return nest.fan() == FanType.FAN_OUT
        ? new KeyNode.NestedFannedOut(reader, child)
        : new KeyNode.Nested(reader, child);
  }

  @Override
  public KeyNode concat(KeyExpression.Concat concat) {
    return new KeyNode.Combined(
        concat.parts().stream().map(part -> part.<KeyNode>accept(this)).toList());
  }

  @Override
  public KeyNode literal(KeyExpression.Literal literal) {
    return new KeyNode.Constant(List.of(literal.value()));
  }

  @Override
  public KeyNode recordType(KeyExpression.RecordType recordType) {
    return new KeyNode.Constant(List.of(typeKey));
  }

  @Override
  public KeyNode empty(KeyExpression.Empty empty) {
    return new KeyNode.Constant(List.of());
  }

  private FieldReader reader(String name, FanType fan) {
    String fieldPath = path + "." + name;
    FieldDescriptor field = type.findFieldByName(name);
    if (field == null) {
      throw new IllegalArgumentException(
          fieldPath + " does not exist: " + type.getFullName() + " has no field " + name);
    }
    if (field.isRepeated() && fan == FanType.NONE) {
      throw new IllegalArgumentException(
          fieldPath + " is repeated: say FanType.FAN_OUT or FanType.CONCATENATE");
    }
    if (!field.isRepeated() && fan != FanType.NONE) {
      throw new IllegalArgumentException(fieldPath + " is not repeated and cannot " + fan);
    }
    return new FieldReader(field, fieldPath);
  }
}
