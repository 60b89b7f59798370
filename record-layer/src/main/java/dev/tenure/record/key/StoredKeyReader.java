package dev.tenure.record.key;

import com.google.protobuf.Message;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredKeyExpression.Cut;
import dev.tenure.record.proto.StoredKeyExpression.Fan;
import dev.tenure.record.proto.StoredKeyExpression.Nulls;
import dev.tenure.record.proto.StoredKeyExpression.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The expression of a message, which may be of any content. What no constructor of an expression
 * accepts is left to its {@link IllegalArgumentException}.
 *
 * @param where for errors: where the outermost message was read
 * @param depth of the message, from 1
 */
record StoredKeyReader(String where, int depth) {

  KeyExpression read(StoredKeyExpression stored) {
    if (depth > KeyExpression.DEPTH_MAX) {
      throw damaged(where, "is nested deeper than " + KeyExpression.DEPTH_MAX, null);
    }
    requireKnown(stored);
    return switch (stored.getKindCase()) {
      case FIELD -> field(stored.getField());
      case NEST -> nest(stored.getNest());
      case CONCAT -> new KeyExpression.Concat(parts(stored.getConcat()));
      case LIST -> new KeyExpression.ListOf(parts(stored.getList()));
      case SPLIT -> split(stored.getSplit());
      case RECORD_TYPE -> constant(stored.getRecordType(), Keys.recordType());
      case VERSION -> constant(stored.getVersion(), Keys.version());
      case LITERAL -> literal(stored.getLiteral());
      case EMPTY -> constant(stored.getEmpty(), Keys.empty());
      case FUNCTION -> function(stored.getFunction());
      case GROUPING -> grouping(stored.getGrouping());
      case KEY_WITH_VALUE -> keyWithValue(stored.getKeyWithValue());
      case KIND_NOT_SET -> throw damaged(where, "holds a message of no kind", null);
    };
  }

  private KeyExpression inside(boolean isSet, StoredKeyExpression stored, String of) {
    if (!isSet) {
      throw damaged(where, "holds a " + of + " of nothing", null);
    }
    return new StoredKeyReader(where, depth + 1).read(stored);
  }

  private KeyExpression field(StoredKeyExpression.Field stored) {
    requireKnown(stored);
    return new KeyExpression.Field(
        stored.getName(), fan(stored.getFan()), nulls(stored.getNulls()));
  }

  private KeyExpression nest(StoredKeyExpression.Nest stored) {
    requireKnown(stored);
    KeyExpression child = inside(stored.hasChild(), stored.getChild(), "nest");
    return new KeyExpression.Nest(stored.getName(), fan(stored.getFan()), child);
  }

  private List<KeyExpression> parts(Parts stored) {
    requireKnown(stored);
    if (stored.getPartsCount() > KeyExpression.PARTS_MAX) {
      throw damaged(
          where,
          "has " + stored.getPartsCount() + " parts, the limit is " + KeyExpression.PARTS_MAX,
          null);
    }
    return stored.getPartsList().stream().map(part -> inside(true, part, "part")).toList();
  }

  private KeyExpression split(StoredKeyExpression.Split stored) {
    requireKnown(stored);
    KeyExpression repeated = inside(stored.hasRepeated(), stored.getRepeated(), "split");
    return new KeyExpression.Split(repeated, stored.getRowColumns());
  }

  private KeyExpression constant(Message stored, KeyExpression constant) {
    requireKnown(stored);
    return constant;
  }

  private KeyExpression literal(StoredKeyExpression.Literal stored) {
    requireKnown(stored);
    return switch (stored.getValueCase()) {
      case LONG_VALUE -> new KeyExpression.Literal(stored.getLongValue());
      case STRING_VALUE -> new KeyExpression.Literal(stored.getStringValue());
      case BOOLEAN_VALUE -> new KeyExpression.Literal(stored.getBooleanValue());
      case DOUBLE_VALUE -> new KeyExpression.Literal(stored.getDoubleValue());
      case BYTES_VALUE -> new KeyExpression.Literal(stored.getBytesValue());
      case NULL_VALUE -> constant(stored.getNullValue(), new KeyExpression.Literal(null));
      case VALUE_NOT_SET -> throw damaged(where, "holds a literal of no value", null);
    };
  }

  private KeyExpression function(StoredKeyExpression.Function stored) {
    requireKnown(stored);
    KeyExpression arguments = inside(stored.hasArguments(), stored.getArguments(), "function");
    return new KeyExpression.Function(
        stored.getName(), arguments, stored.getResultColumns(), stored.getResultFansOut());
  }

  private KeyExpression grouping(Cut stored) {
    requireKnown(stored);
    KeyExpression whole = inside(stored.hasWhole(), stored.getWhole(), "grouping");
    return new KeyExpression.Grouping(whole, stored.getColumns());
  }

  private KeyExpression keyWithValue(Cut stored) {
    requireKnown(stored);
    KeyExpression whole = inside(stored.hasWhole(), stored.getWhole(), "key with value");
    return new KeyExpression.KeyWithValue(whole, stored.getColumns());
  }

  private FanType fan(Fan stored) {
    return switch (stored) {
      case FAN_NONE -> FanType.NONE;
      case FAN_OUT -> FanType.FAN_OUT;
      case FAN_CONCATENATE -> FanType.CONCATENATE;
      case UNRECOGNIZED -> throw unknown(where, "has a fan type that is not known");
    };
  }

  private NullRule nulls(Nulls stored) {
    return switch (stored) {
      case NULLS_DISTINCT -> NullRule.NULLS_DISTINCT;
      case NULLS_EQUAL -> NullRule.NULLS_EQUAL;
      case NULLS_DEFAULT_VALUE -> NullRule.DEFAULT_VALUE;
      case UNRECOGNIZED -> throw unknown(where, "has a null rule that is not known");
    };
  }

  private void requireKnown(Message stored) {
    if (!stored.getUnknownFields().isEmpty()) {
      throw unknown(
          where,
          "has fields that "
              + stored.getDescriptorForType().getName()
              + " does not know: "
              + stored.getUnknownFields().asMap().keySet());
    }
  }

  static RecordLayerException damaged(String where, String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED, "key expression " + what + " (" + where + ")", cause);
  }

  static RecordLayerException unknown(String where, String what) {
    return new RecordLayerException(
        RecordLayerException.Code.FORMAT_UNKNOWN, "key expression " + what + " (" + where + ")");
  }
}
