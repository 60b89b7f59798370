package dev.tenure.record.key;

import java.util.List;

/**
 * The normal form of an expression: a list with a text for each column, or for all columns that
 * come from one repeated message or one function. Expressions with equal lists have equal tuples in
 * all records.
 */
final class NormalForm implements KeyExpression.Visitor<List<String>> {
  static final NormalForm VISITOR = new NormalForm();

  private NormalForm() {}

  /** The rule for nulls is left out, because it does not change the tuples. */
  @Override
  public List<String> field(KeyExpression.Field field) {
    boolean collides = field.nulls() == NullRule.NULLS_EQUAL;
    return List.of((collides ? Keys.field(field.name()) : field).toString());
  }

  @Override
  public List<String> nest(KeyExpression.Nest nest) {
    List<String> inside = nest.child().accept(this);
    return nest.fan() == FanType.NONE
        ? inside.stream().map(text -> nest.name() + "." + text).toList()
        : List.of("nest(" + nest.name() + ", " + nest.fan() + ", " + inside + ")");
  }

  @Override
  public List<String> concat(KeyExpression.Concat concat) {
    return concat.parts().stream()
        .flatMap(part -> part.<List<String>>accept(this).stream())
        .toList();
  }

  @Override
  public List<String> list(KeyExpression.ListOf list) {
    return list.parts().stream().map(part -> "list(" + part.accept(this) + ")").toList();
  }

  @Override
  public List<String> split(KeyExpression.Split split) {
    return List.of(split.toString());
  }

  @Override
  public List<String> recordType(KeyExpression.RecordType recordType) {
    return List.of(recordType.toString());
  }

  @Override
  public List<String> version(KeyExpression.Version version) {
    return List.of(version.toString());
  }

  @Override
  public List<String> incarnation(KeyExpression.Incarnation incarnation) {
    return List.of(incarnation.toString());
  }

  @Override
  public List<String> stored(KeyExpression.Stored stored) {
    return List.of(stored.toString());
  }

  @Override
  public List<String> literal(KeyExpression.Literal literal) {
    return List.of(literal.toString());
  }

  @Override
  public List<String> empty(KeyExpression.Empty empty) {
    return List.of();
  }

  @Override
  public List<String> function(KeyExpression.Function function) {
    String result = function.resultColumns() + (function.resultFansOut() ? " fanned" : "");
    List<String> arguments = function.arguments().accept(this);
    return List.of("function(" + function.name() + ", " + result + ", " + arguments + ")");
  }

  @Override
  public List<String> grouping(KeyExpression.Grouping grouping) {
    return grouping.whole().accept(this);
  }

  @Override
  public List<String> keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return keyWithValue.whole().accept(this);
  }
}
