package dev.tenure.record.key;

import com.google.protobuf.Message;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredKeyExpression.Cut;
import dev.tenure.record.proto.StoredKeyExpression.Fan;
import dev.tenure.record.proto.StoredKeyExpression.Nulls;
import dev.tenure.record.proto.StoredKeyExpression.Parts;
import java.util.List;

/**
 * Reads an expression from a message, which may have any content. Content that a constructor of an
 * expression refuses fails with that constructor's {@link IllegalArgumentException}.
 *
 * @param place the place where the outermost message was read, for errors
 * @param depth the depth of the message, from 1
 */
record StoredKeyReader(StoredPlace place, int depth) {

  KeyExpression read(StoredKeyExpression stored) {
    if (depth > KeyExpression.DEPTH_MAX) {
      throw place.damaged("is nested deeper than " + KeyExpression.DEPTH_MAX);
    }
    place.requireKnown(stored);
    return switch (stored.getKindCase()) {
      case FIELD -> field(stored.getField());
      case NEST -> nest(stored.getNest());
      case CONCAT -> new KeyExpression.Concat(parts(stored.getConcat()));
      case LIST -> new KeyExpression.ListOf(parts(stored.getList()));
      case SPLIT -> split(stored.getSplit());
      case RECORD_TYPE -> constant(stored.getRecordType(), Keys.recordType());
      case VERSION -> constant(stored.getVersion(), Keys.version());
      case INCARNATION -> constant(stored.getIncarnation(), Keys.incarnation());
      case CREATED -> constant(stored.getCreated(), Keys.created());
      case UPDATED -> constant(stored.getUpdated(), Keys.updated());
      case STORED_SIZE -> constant(stored.getStoredSize(), Keys.storedSize());
      case LITERAL -> literal(stored.getLiteral());
      case EMPTY -> constant(stored.getEmpty(), Keys.empty());
      case FUNCTION -> function(stored.getFunction());
      case GROUPING -> grouping(stored.getGrouping());
      case KEY_WITH_VALUE -> keyWithValue(stored.getKeyWithValue());
      case KIND_NOT_SET -> throw place.damaged("holds a message of no kind");
    };
  }

  private KeyExpression inside(boolean isSet, StoredKeyExpression stored, String of) {
    if (!isSet) {
      throw place.damaged("holds a " + of + " of nothing");
    }
    return new StoredKeyReader(place, depth + 1).read(stored);
  }

  private KeyExpression field(StoredKeyExpression.Field stored) {
    place.requireKnown(stored);
    return new KeyExpression.Field(
        stored.getName(), fan(stored.getFan()), nulls(stored.getNulls()));
  }

  private KeyExpression nest(StoredKeyExpression.Nest stored) {
    place.requireKnown(stored);
    KeyExpression child = inside(stored.hasChild(), stored.getChild(), "nest");
    return new KeyExpression.Nest(stored.getName(), fan(stored.getFan()), child);
  }

  private List<KeyExpression> parts(Parts stored) {
    place.requireKnown(stored);
    if (stored.getPartsCount() > KeyExpression.PARTS_MAX) {
      throw place.damaged(
          "has " + stored.getPartsCount() + " parts, the limit is " + KeyExpression.PARTS_MAX);
    }
    return stored.getPartsList().stream().map(part -> inside(true, part, "part")).toList();
  }

  private KeyExpression split(StoredKeyExpression.Split stored) {
    place.requireKnown(stored);
    KeyExpression repeated = inside(stored.hasRepeated(), stored.getRepeated(), "split");
    return new KeyExpression.Split(repeated, stored.getRowColumns());
  }

  private KeyExpression constant(Message stored, KeyExpression constant) {
    place.requireKnown(stored);
    return constant;
  }

  private KeyExpression literal(StoredKeyExpression.Literal stored) {
    place.requireKnown(stored);
    return switch (stored.getValueCase()) {
      case LONG_VALUE -> new KeyExpression.Literal(stored.getLongValue());
      case STRING_VALUE -> new KeyExpression.Literal(stored.getStringValue());
      case BOOLEAN_VALUE -> new KeyExpression.Literal(stored.getBooleanValue());
      case DOUBLE_VALUE -> new KeyExpression.Literal(stored.getDoubleValue());
      case BYTES_VALUE -> new KeyExpression.Literal(stored.getBytesValue());
      case NULL_VALUE -> constant(stored.getNullValue(), new KeyExpression.Literal(null));
      case VALUE_NOT_SET -> throw place.damaged("holds a literal of no value");
    };
  }

  private KeyExpression function(StoredKeyExpression.Function stored) {
    place.requireKnown(stored);
    KeyExpression arguments = inside(stored.hasArguments(), stored.getArguments(), "function");
    return new KeyExpression.Function(
        stored.getName(), arguments, stored.getResultColumns(), stored.getResultFansOut());
  }

  private KeyExpression grouping(Cut stored) {
    place.requireKnown(stored);
    KeyExpression whole = inside(stored.hasWhole(), stored.getWhole(), "grouping");
    return new KeyExpression.Grouping(whole, stored.getColumns());
  }

  private KeyExpression keyWithValue(Cut stored) {
    place.requireKnown(stored);
    KeyExpression whole = inside(stored.hasWhole(), stored.getWhole(), "key with value");
    return new KeyExpression.KeyWithValue(whole, stored.getColumns());
  }

  private FanType fan(Fan stored) {
    return switch (stored) {
      case FAN_NONE -> FanType.NONE;
      case FAN_OUT -> FanType.FAN_OUT;
      case FAN_CONCATENATE -> FanType.CONCATENATE;
      case UNRECOGNIZED -> throw place.unknown("has a fan type that is not known");
    };
  }

  private NullRule nulls(Nulls stored) {
    return switch (stored) {
      case NULLS_DISTINCT -> NullRule.NULLS_DISTINCT;
      case NULLS_EQUAL -> NullRule.NULLS_EQUAL;
      case NULLS_DEFAULT_VALUE -> NullRule.DEFAULT_VALUE;
      case UNRECOGNIZED -> throw place.unknown("has a null rule that is not known");
    };
  }
}
