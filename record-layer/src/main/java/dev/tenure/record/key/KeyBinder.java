package dev.tenure.record.key;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.List;

/** Binds an expression to a message type: looks up each field and checks how it is used. */
record KeyBinder(Descriptor type, String path, long typeKey, KeyFunctions functions)
    implements KeyExpression.Visitor<KeyNode> {

  @Override
  public KeyNode field(KeyExpression.Field field) {
    FieldReader reader = valueReader(field);
    return switch (field.fan()) {
      case NONE -> new FieldNode.Single(reader, field.nulls() == NullRule.DEFAULT_VALUE);
      case FAN_OUT -> new FieldNode.FannedOut(reader);
      case CONCATENATE -> new FieldNode.Concatenated(reader);
    };
  }

  @Override
  public KeyNode nest(KeyExpression.Nest nest) {
    FieldReader reader = reader(nest.name(), nest.fan());
    if (reader.field().getJavaType() != JavaType.MESSAGE) {
      throw new IllegalArgumentException(
          reader.path() + " is no message, nest needs one: use field");
    }
    Descriptor inside = reader.field().getMessageType();
    KeyNode child = nest.child().accept(new KeyBinder(inside, reader.path(), typeKey, functions));
    return switch (nest.fan()) {
      case NONE -> new NestNode.Nested(reader, child);
      case FAN_OUT -> new NestNode.FannedOut(reader, child);
      case CONCATENATE -> new NestNode.Concatenated(reader, child);
    };
  }

  @Override
  public KeyNode concat(KeyExpression.Concat concat) {
    return PartsNode.of(bound(concat.parts()), path);
  }

  @Override
  public KeyNode list(KeyExpression.ListOf list) {
    return PartsNode.of(
        bound(list.parts()).stream().<KeyNode>map(PartsNode.Listed::new).toList(), path);
  }

  private List<KeyNode> bound(List<KeyExpression> parts) {
    return parts.stream().map(part -> part.<KeyNode>accept(this)).toList();
  }

  @Override
  public KeyNode split(KeyExpression.Split split) {
    if (split.repeated() instanceof KeyExpression.Field field && field.fan() == FanType.FAN_OUT) {
      return new FieldNode.Chopped(valueReader(field), split.rowColumns());
    }
    throw new IllegalArgumentException(
        path + ": split needs a repeated field that fans out, got " + split.repeated());
  }

  @Override
  public KeyNode recordType(KeyExpression.RecordType recordType) {
    return new KeyNode.Constant(ValueType.INTEGER, typeKey);
  }

  @Override
  public KeyNode version(KeyExpression.Version version) {
    return new KeyNode.VersionColumn();
  }

  @Override
  public KeyNode incarnation(KeyExpression.Incarnation incarnation) {
    return new KeyNode.IncarnationColumn();
  }

  @Override
  public KeyNode stored(KeyExpression.Stored stored) {
    return new KeyNode.StoredNode(stored.column());
  }

  @Override
  public KeyNode literal(KeyExpression.Literal literal) {
    return new KeyNode.Constant(ValueType.ofLiteral(literal.value()), literal.value());
  }

  @Override
  public KeyNode empty(KeyExpression.Empty empty) {
    return PartsNode.of(List.of(), path);
  }

  @Override
  public KeyNode function(KeyExpression.Function function) {
    KeyFunction found =
        functions
            .find(function.name())
            .orElseThrow(
                () -> new IllegalArgumentException(path + ": " + functions.missing(function)));
    KeyNode arguments = function.arguments().accept(this);
    String owner = path + "." + function;
    FunctionRules.check(owner, function, found.signature(), arguments.types());
    return new FunctionNode(found, arguments, owner);
  }

  @Override
  public KeyNode grouping(KeyExpression.Grouping grouping) {
    throw notAtRoot("grouping", grouping);
  }

  @Override
  public KeyNode keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    throw notAtRoot("keyWithValue", keyWithValue);
  }

  private IllegalArgumentException notAtRoot(String kind, KeyExpression found) {
    return new IllegalArgumentException(
        path + ": " + kind + " can only be a whole expression, it is inside another: " + found);
  }

  private FieldReader valueReader(KeyExpression.Field field) {
    FieldReader reader = reader(field.name(), field.fan());
    if (reader.field().getJavaType() == JavaType.MESSAGE) {
      throw new IllegalArgumentException(
          reader.path()
              + " is a message ("
              + reader.field().getMessageType().getName()
              + "), a key column needs a value: use nest");
    }
    return reader;
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
