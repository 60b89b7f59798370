package dev.tenure.record.query.text;

import dev.tenure.record.query.QueryPredicate.Operator;

/**
 * The signs of comparison. A sign stands before any sign with which it begins, so that the longest
 * match is found first.
 */
enum CompareSign {
  LESS_OR_EQUAL("<=", Operator.LESS_OR_EQUAL),
  LESS("<", Operator.LESS),
  GREATER_OR_EQUAL(">=", Operator.GREATER_OR_EQUAL),
  GREATER(">", Operator.GREATER),
  NOT_EQUAL("!=", Operator.NOT_EQUAL),
  EQUAL("=", Operator.EQUAL),
  HAS(":", Operator.EQUAL);

  static final String ALL = "= != < <= > >= : or in";

  private final String text;
  private final Operator operator;

  CompareSign(String text, Operator operator) {
    this.text = text;
    this.operator = operator;
  }

  Operator operator() {
    return operator;
  }

  boolean isEquality() {
    return operator == Operator.EQUAL;
  }

  static CompareSign of(Operator operator) {
    for (CompareSign sign : values()) {
      if (sign.operator == operator) {
        return sign;
      }
    }
    throw new IllegalArgumentException(operator + " has no sign");
  }

  @Override
  public String toString() {
    return text;
  }
}
