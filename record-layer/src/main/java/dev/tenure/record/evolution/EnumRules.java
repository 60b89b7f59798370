package dev.tenure.record.evolution;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import java.util.List;

/** Rules about enums, whose numbers are stored in records and in index keys. */
final class EnumRules {
  static final List<EvolutionRule<EnumPair>> ALL =
      List.of(
          new EvolutionRule<>(
              "enum-value-dropped",
              "No value of an enum is dropped.",
              (pair, report) -> {
                for (EnumValueDescriptor value : pair.before().getValues()) {
                  boolean numberGone = pair.after().findValueByNumber(value.getNumber()) == null;
                  boolean nameGone = pair.after().findValueByName(value.getName()) == null;
                  if (numberGone && nameGone) {
                    report.add(pair.path(value), value.getNumber(), "gone");
                  }
                }
              }),
          new EvolutionRule<>(
              "enum-value-renumbered",
              "A value of an enum keeps its number.",
              (pair, report) -> {
                for (EnumValueDescriptor value : pair.before().getValues()) {
                  EnumValueDescriptor after = pair.after().findValueByName(value.getName());
                  if (after != null && after.getNumber() != value.getNumber()) {
                    report.add(pair.path(value), value.getNumber(), after.getNumber());
                  }
                }
              }),
          new EvolutionRule<>(
              "enum-value-renamed",
              "A value of an enum keeps its name.",
              (pair, report) -> {
                for (EnumValueDescriptor value : pair.before().getValues()) {
                  EnumValueDescriptor after = pair.after().findValueByNumber(value.getNumber());
                  if (after != null && pair.after().findValueByName(value.getName()) == null) {
                    report.add(pair.path(value), value.getName(), after.getName());
                  }
                }
              }),
          new EvolutionRule<>(
              "enum-closed-changed",
              "An enum stays closed or open: unknown numbers are not set in the one, and set in the"
                  + " other.",
              (pair, report) -> {
                if (pair.before().isClosed() != pair.after().isClosed()) {
                  report.add(pair.path(), closed(pair.before()), closed(pair.after()));
                }
              }));

  /** An enum before and after the change. */
  record EnumPair(String path, EnumDescriptor before, EnumDescriptor after) {
    String path(EnumValueDescriptor value) {
      return path + " " + value.getName();
    }
  }

  private EnumRules() {}

  private static String closed(EnumDescriptor type) {
    return type.isClosed() ? "closed" : "open";
  }
}
