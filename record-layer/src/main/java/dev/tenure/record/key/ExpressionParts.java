package dev.tenure.record.key;

import java.util.List;

/** Computes the expressions directly inside an expression. */
final class ExpressionParts implements KeyExpression.Visitor<List<KeyExpression>> {
  static final ExpressionParts VISITOR = new ExpressionParts();

  private ExpressionParts() {}

  @Override
  public List<KeyExpression> field(KeyExpression.Field field) {
    return List.of();
  }

  @Override
  public List<KeyExpression> nest(KeyExpression.Nest nest) {
    return List.of(nest.child());
  }

  @Override
  public List<KeyExpression> concat(KeyExpression.Concat concat) {
    return concat.parts();
  }

  @Override
  public List<KeyExpression> list(KeyExpression.ListOf list) {
    return list.parts();
  }

  @Override
  public List<KeyExpression> split(KeyExpression.Split split) {
    return List.of(split.repeated());
  }

  @Override
  public List<KeyExpression> recordType(KeyExpression.RecordType recordType) {
    return List.of();
  }

  @Override
  public List<KeyExpression> version(KeyExpression.Version version) {
    return List.of();
  }

  @Override
  public List<KeyExpression> incarnation(KeyExpression.Incarnation incarnation) {
    return List.of();
  }

  @Override
  public List<KeyExpression> stored(KeyExpression.Stored stored) {
    return List.of();
  }

  @Override
  public List<KeyExpression> literal(KeyExpression.Literal literal) {
    return List.of();
  }

  @Override
  public List<KeyExpression> empty(KeyExpression.Empty empty) {
    return List.of();
  }

  @Override
  public List<KeyExpression> function(KeyExpression.Function function) {
    return List.of(function.arguments());
  }

  @Override
  public List<KeyExpression> grouping(KeyExpression.Grouping grouping) {
    return List.of(grouping.whole());
  }

  @Override
  public List<KeyExpression> keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return List.of(keyWithValue.whole());
  }
}
