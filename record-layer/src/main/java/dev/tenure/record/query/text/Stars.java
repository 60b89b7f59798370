package dev.tenure.record.query.text;

import dev.tenure.record.query.QueryPredicate.Operator;

/** The stars next to a value: {@code a}, {@code a*} or {@code *a*}. */
enum Stars {
  NONE("", "", Operator.EQUAL),
  BEHIND("", "*", Operator.STARTS_WITH),
  AROUND("*", "*", Operator.HAS_SUBSTRING);

  private final String before;
  private final String behind;
  private final Operator operator;

  Stars(String before, String behind, Operator operator) {
    this.before = before;
    this.behind = behind;
    this.operator = operator;
  }

  static Stars of(Operator operator) {
    return operator.isOfStrings() ? (operator == BEHIND.operator ? BEHIND : AROUND) : NONE;
  }

  /** The operator by which a field is compared with a value that has these stars. */
  Operator operator() {
    return operator;
  }

  String around(String text) {
    return before + text + behind;
  }

  /** Puts the stars inside the quotes of a text. */
  String inside(String quoted) {
    int end = quoted.length() - 1;
    return quoted.charAt(0) + around(quoted.substring(1, end)) + quoted.charAt(end);
  }
}
