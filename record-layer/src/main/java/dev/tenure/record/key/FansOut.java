package dev.tenure.record.key;

import java.util.List;

/** Decides whether a record may have a number of tuples other than one. */
final class FansOut implements KeyExpression.Visitor<Boolean> {
  static final FansOut VISITOR = new FansOut();

  private FansOut() {}

  @Override
  public Boolean field(KeyExpression.Field field) {
    return field.fan() == FanType.FAN_OUT;
  }

  @Override
  public Boolean nest(KeyExpression.Nest nest) {
    return nest.fan() == FanType.FAN_OUT || nest.child().fansOut();
  }

  @Override
  public Boolean concat(KeyExpression.Concat concat) {
    return any(concat.parts());
  }

  @Override
  public Boolean list(KeyExpression.ListOf list) {
    return any(list.parts());
  }

  @Override
  public Boolean split(KeyExpression.Split split) {
    return true;
  }

  @Override
  public Boolean recordType(KeyExpression.RecordType recordType) {
    return false;
  }

  @Override
  public Boolean version(KeyExpression.Version version) {
    return false;
  }

  @Override
  public Boolean incarnation(KeyExpression.Incarnation incarnation) {
    return false;
  }

  @Override
  public Boolean stored(KeyExpression.Stored stored) {
    return false;
  }

  @Override
  public Boolean literal(KeyExpression.Literal literal) {
    return false;
  }

  @Override
  public Boolean empty(KeyExpression.Empty empty) {
    return false;
  }

  @Override
  public Boolean function(KeyExpression.Function function) {
    return function.resultFansOut() || function.arguments().fansOut();
  }

  @Override
  public Boolean grouping(KeyExpression.Grouping grouping) {
    return grouping.whole().fansOut();
  }

  @Override
  public Boolean keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return keyWithValue.whole().fansOut();
  }

  private static boolean any(List<KeyExpression> parts) {
    return parts.stream().anyMatch(KeyExpression::fansOut);
  }
}
