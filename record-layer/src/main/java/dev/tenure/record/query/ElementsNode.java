package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.List;

/**
 * A bound condition on elements.
 *
 * @param path the fields from the record to the repeated field, which is the last
 * @param element the condition on one element. An element that is no message is wrapped in a
 *     message with only that element
 */
record ElementsNode(Quantifier quantifier, List<FieldDescriptor> path, PredicateNode element)
    implements PredicateNode {

  /** Reads columns from a message. The columns must be bound to the message's type. */
  record MessageReader(Message message) implements ColumnReader {
    @Override
    public List<Tuple> read(KeyEvaluator column) {
      return column.evaluate(message);
    }
  }

  @Override
  public Truth test(ColumnReader record, Bindings bindings) {
    Truth deciding = Truth.of(quantifier == Quantifier.ANY);
    Truth truth = deciding.not();
    for (Message each : elements(record.message())) {
      Truth one = element.test(new MessageReader(each), bindings);
      truth = quantifier == Quantifier.ANY ? truth.or(one) : truth.and(one);
      if (truth == deciding) {
        return truth;
      }
    }
    return truth;
  }

  private List<Message> elements(Message record) {
    List<Message> messages = List.of(record);
    for (FieldDescriptor field : path) {
      List<Message> inside = new ArrayList<>();
      messages.forEach(message -> collect(message, field, inside));
      messages = inside;
    }
    return messages;
  }

  private static void collect(Message message, FieldDescriptor field, List<Message> into) {
    if (!field.isRepeated()) {
      if (message.hasField(field)) {
        into.add((Message) message.getField(field));
      }
      return;
    }
    for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
      Object value = message.getRepeatedField(field, i);
      into.add(
          value instanceof Message inside
              ? inside
              : message.newBuilderForType().addRepeatedField(field, value).buildPartial());
    }
  }

  @Override
  public void require(Bindings bindings) {
    element.require(bindings);
  }
}
