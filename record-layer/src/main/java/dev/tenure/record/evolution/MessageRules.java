package dev.tenure.record.evolution;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.List;

/** Rules about the fields that are added to a message type or removed from it. */
final class MessageRules {
  static final List<EvolutionRule<MessagePair>> ALL =
      List.of(
          new EvolutionRule<>(
              "field-dropped",
              "No field is dropped.",
              (pair, report) -> {
                for (FieldDescriptor field : pair.before().getFields()) {
                  boolean numberGone = pair.after().findFieldByNumber(field.getNumber()) == null;
                  boolean nameGone = pair.after().findFieldByName(field.getName()) == null;
                  if (numberGone && nameGone) {
                    report.add(pair.path(field), text(field), "gone");
                  }
                }
              }),
          new EvolutionRule<>(
              "field-number-changed",
              "A field keeps its number.",
              (pair, report) -> {
                for (FieldDescriptor field : pair.before().getFields()) {
                  FieldDescriptor after = pair.after().findFieldByName(field.getName());
                  if (after != null && after.getNumber() != field.getNumber()) {
                    report.add(pair.path(field), text(field), text(after));
                  }
                }
              }),
          new EvolutionRule<>(
              "field-required-added",
              "No new field is required: records do not have it.",
              (pair, report) ->
                  pair.added().stream()
                      .filter(FieldDescriptor::isRequired)
                      .forEach(field -> report.add(pair.path(field), "absent", text(field)))),
          new EvolutionRule<>(
              "field-reserved-taken",
              "No new field takes a number or name that was reserved: records may have it still.",
              (pair, report) ->
                  pair.added().stream()
                      .filter(pair::isReserved)
                      .forEach(field -> report.add(pair.path(field), "reserved", text(field)))));

  /** A message type before and after the change. */
  record MessagePair(String path, Descriptor before, Descriptor after) {

    String path(FieldDescriptor field) {
      return path + "." + field.getName();
    }

    /** The fields whose numbers and names are new. */
    List<FieldDescriptor> added() {
      return after.getFields().stream()
          .filter(field -> before.findFieldByNumber(field.getNumber()) == null)
          .filter(field -> before.findFieldByName(field.getName()) == null)
          .toList();
    }

    boolean isReserved(FieldDescriptor field) {
      return before.isReservedNumber(field.getNumber()) || before.isReservedName(field.getName());
    }
  }

  private MessageRules() {}

  private static String text(FieldDescriptor field) {
    return field.getType() + " " + field.getName() + " = " + field.getNumber();
  }
}
