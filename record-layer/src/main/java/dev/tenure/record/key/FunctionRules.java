package dev.tenure.record.key;

import java.util.List;

/** Checks that an expression uses a function as it was declared. */
final class FunctionRules {
  private FunctionRules() {}

  static void check(
      String owner,
      KeyExpression.Function used,
      KeyFunction.Signature declared,
      List<ValueType> arguments) {
    List<ValueType> parameters = declared.parameters();
    if (arguments.size() != parameters.size()) {
      throw new IllegalArgumentException(
          String.format(
              "%s has %d arguments, %s needs %d: %s",
              owner, arguments.size(), used.name(), parameters.size(), parameters));
    }
    for (int i = 0; i < parameters.size(); i++) {
      if (!arguments.get(i).fits(parameters.get(i))) {
        throw new IllegalArgumentException(
            String.format(
                "%s: argument %s is %s, %s needs %s",
                owner,
                used.arguments().columns().get(i).path(),
                arguments.get(i),
                used.name(),
                parameters.get(i)));
      }
    }
    checkResult(owner, used, declared);
  }

  private static void checkResult(
      String owner, KeyExpression.Function used, KeyFunction.Signature declared) {
    int columns = declared.results().size();
    if (used.resultColumns() != columns || used.resultFansOut() != declared.fansOut()) {
      throw new IllegalArgumentException(
          owner
              + " is used with "
              + result(used.resultColumns(), used.resultFansOut())
              + ", it is declared with "
              + result(columns, declared.fansOut()));
    }
  }

  private static String result(int columns, boolean fansOut) {
    return columns + (columns == 1 ? " column" : " columns") + (fansOut ? ", fanned out" : "");
  }
}
