package dev.tenure.record.evolution;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.evolution.EnumRules.EnumPair;
import dev.tenure.record.evolution.FieldRules.FieldPair;
import dev.tenure.record.evolution.IndexRules.IndexPair;
import dev.tenure.record.evolution.MessageRules.MessagePair;
import dev.tenure.record.evolution.RecordTypeRules.TypePair;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies each rule: to the metadata as a whole, to each type and index that stays, and to each
 * message type and enum that records use. Each pair is visited once, even when message types refer
 * to one another.
 */
final class EvolutionWalk {
  private final MetaDataPair pair;
  private final List<EvolutionViolation> found = new ArrayList<>();
  private final Deque<MessagePair> messages = new ArrayDeque<>();
  private final Set<Seen> seen = new HashSet<>();

  private record Seen(Object before, Object after) {}

  EvolutionWalk(MetaDataPair pair) {
    this.pair = pair;
  }

  List<EvolutionViolation> run() {
    apply(MetaDataRules.ALL, pair);
    apply(RecordTypeRules.COMING_AND_GOING, pair);
    for (RecordType before : pair.before().recordTypes()) {
      if (pair.after().hasRecordType(before.name())) {
        type(new TypePair(before, pair.after().recordType(before.name())));
      }
    }
    apply(IndexRules.COMING_AND_GOING, pair);
    for (Index before : pair.before().indexes()) {
      MetaDataPair.indexWithKey(pair.after(), before.subspaceKey())
          .ifPresent(after -> apply(IndexRules.STAYING, new IndexPair(pair, before, after)));
    }
    apply(FormerIndexRules.ALL, pair);
    return List.copyOf(found);
  }

  private <T> void apply(List<EvolutionRule<T>> rules, T subject) {
    for (EvolutionRule<T> rule : rules) {
      rule.check()
          .check(
              subject,
              (path, before, after) ->
                  found.add(
                      new EvolutionViolation(
                          rule.id(), path, String.valueOf(before), String.valueOf(after))));
    }
  }

  private void type(TypePair types) {
    apply(RecordTypeRules.STAYING, types);
    visit(types.name(), types.before().descriptor(), types.after().descriptor());
    while (!messages.isEmpty()) {
      message(messages.removeFirst());
    }
  }

  private void visit(String path, Descriptor before, Descriptor after) {
    if (before != after && seen.add(new Seen(before, after))) {
      messages.addLast(new MessagePair(path, before, after));
    }
  }

  private void message(MessagePair message) {
    apply(MessageRules.ALL, message);
    for (FieldDescriptor before : message.before().getFields()) {
      FieldDescriptor after = message.after().findFieldByNumber(before.getNumber());
      if (after != null) {
        field(new FieldPair(message.path(before), before, after));
      }
    }
  }

  private void field(FieldPair field) {
    apply(FieldRules.ALL, field);
    JavaType type = field.before().getJavaType();
    if (type != field.after().getJavaType()) {
      return;
    }
    if (type == JavaType.MESSAGE) {
      visit(field.path(), field.before().getMessageType(), field.after().getMessageType());
    } else if (type == JavaType.ENUM) {
      enumeration(field.path(), field.before().getEnumType(), field.after().getEnumType());
    }
  }

  private void enumeration(String path, EnumDescriptor before, EnumDescriptor after) {
    if (before != after && seen.add(new Seen(before, after))) {
      apply(EnumRules.ALL, new EnumPair(path, before, after));
    }
  }
}
