package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredKeyExpression.Constant;
import dev.tenure.record.proto.StoredKeyExpression.Cut;
import dev.tenure.record.proto.StoredKeyExpression.Fan;
import dev.tenure.record.proto.StoredKeyExpression.Nulls;
import dev.tenure.record.proto.StoredKeyExpression.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the message of an expression. */
final class StoredKeyWriter implements KeyExpression.Visitor<StoredKeyExpression> {
  static final StoredKeyWriter VISITOR = new StoredKeyWriter();

  private static final Constant CONSTANT = Constant.getDefaultInstance();

  private StoredKeyWriter() {}

  @Override
  public StoredKeyExpression field(KeyExpression.Field field) {
    return StoredKeyExpression.newBuilder()
        .setField(
            StoredKeyExpression.Field.newBuilder()
                .setName(field.name())
                .setFan(fan(field.fan()))
                .setNulls(nulls(field.nulls())))
        .build();
  }

  @Override
  public StoredKeyExpression nest(KeyExpression.Nest nest) {
    return StoredKeyExpression.newBuilder()
        .setNest(
            StoredKeyExpression.Nest.newBuilder()
                .setName(nest.name())
                .setFan(fan(nest.fan()))
                .setChild(nest.child().<StoredKeyExpression>accept(this)))
        .build();
  }

  @Override
  public StoredKeyExpression concat(KeyExpression.Concat concat) {
    return StoredKeyExpression.newBuilder().setConcat(parts(concat.parts())).build();
  }

  @Override
  public StoredKeyExpression list(KeyExpression.ListOf list) {
    return StoredKeyExpression.newBuilder().setList(parts(list.parts())).build();
  }

  private Parts parts(List<KeyExpression> parts) {
    Parts.Builder stored = Parts.newBuilder();
    parts.forEach(part -> stored.addParts(part.<StoredKeyExpression>accept(this)));
    return stored.build();
  }

  @Override
  public StoredKeyExpression split(KeyExpression.Split split) {
    return StoredKeyExpression.newBuilder()
        .setSplit(
            StoredKeyExpression.Split.newBuilder()
                .setRepeated(split.repeated().<StoredKeyExpression>accept(this))
                .setRowColumns(split.rowColumns()))
        .build();
  }

  @Override
  public StoredKeyExpression recordType(KeyExpression.RecordType recordType) {
    return StoredKeyExpression.newBuilder().setRecordType(CONSTANT).build();
  }

  @Override
  public StoredKeyExpression version(KeyExpression.Version version) {
    return StoredKeyExpression.newBuilder().setVersion(CONSTANT).build();
  }

  @Override
  public StoredKeyExpression incarnation(KeyExpression.Incarnation incarnation) {
    return StoredKeyExpression.newBuilder().setIncarnation(CONSTANT).build();
  }

  @Override
  public StoredKeyExpression stored(KeyExpression.Stored stored) {
    StoredKeyExpression.Builder builder = StoredKeyExpression.newBuilder();
    return switch (stored.column()) {
      case CREATED -> builder.setCreated(CONSTANT).build();
      case UPDATED -> builder.setUpdated(CONSTANT).build();
      case STORED_SIZE -> builder.setStoredSize(CONSTANT).build();
    };
  }

  @Override
  public StoredKeyExpression literal(KeyExpression.Literal literal) {
    return StoredKeyExpression.newBuilder().setLiteral(literal(literal.value())).build();
  }

  private static StoredKeyExpression.Literal literal(@Nullable Object value) {
    StoredKeyExpression.Literal.Builder stored = StoredKeyExpression.Literal.newBuilder();
    if (value == null) {
      stored.setNullValue(CONSTANT);
    } else if (value instanceof Long number) {
      stored.setLongValue(number);
    } else if (value instanceof String text) {
      stored.setStringValue(text);
    } else if (value instanceof Boolean truth) {
      stored.setBooleanValue(truth);
    } else if (value instanceof Double fraction) {
      stored.setDoubleValue(fraction);
    } else if (value instanceof ByteString bytes) {
      stored.setBytesValue(bytes);
    } else {
      throw new IllegalArgumentException(
          "literal of " + value.getClass().getName() + " cannot be stored: " + value);
    }
    return stored.build();
  }

  @Override
  public StoredKeyExpression empty(KeyExpression.Empty empty) {
    return StoredKeyExpression.newBuilder().setEmpty(CONSTANT).build();
  }

  @Override
  public StoredKeyExpression function(KeyExpression.Function function) {
    return StoredKeyExpression.newBuilder()
        .setFunction(
            StoredKeyExpression.Function.newBuilder()
                .setName(function.name())
                .setArguments(function.arguments().<StoredKeyExpression>accept(this))
                .setResultColumns(function.resultColumns())
                .setResultFansOut(function.resultFansOut()))
        .build();
  }

  @Override
  public StoredKeyExpression grouping(KeyExpression.Grouping grouping) {
    return StoredKeyExpression.newBuilder()
        .setGrouping(cut(grouping.whole(), grouping.groupedColumns()))
        .build();
  }

  @Override
  public StoredKeyExpression keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return StoredKeyExpression.newBuilder()
        .setKeyWithValue(cut(keyWithValue.whole(), keyWithValue.keyColumns()))
        .build();
  }

  private Cut cut(KeyExpression whole, int columns) {
    return Cut.newBuilder()
        .setWhole(whole.<StoredKeyExpression>accept(this))
        .setColumns(columns)
        .build();
  }

  private static Fan fan(FanType fan) {
    return switch (fan) {
      case NONE -> Fan.FAN_NONE;
      case FAN_OUT -> Fan.FAN_OUT;
      case CONCATENATE -> Fan.FAN_CONCATENATE;
    };
  }

  private static Nulls nulls(NullRule nulls) {
    return switch (nulls) {
      case NULLS_DISTINCT -> Nulls.NULLS_DISTINCT;
      case NULLS_EQUAL -> Nulls.NULLS_EQUAL;
      case DEFAULT_VALUE -> Nulls.NULLS_DEFAULT_VALUE;
    };
  }
}
