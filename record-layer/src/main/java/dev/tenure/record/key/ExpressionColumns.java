package dev.tenure.record.key;

import java.util.List;
import java.util.stream.IntStream;

/** Computes the columns of an expression. */
final class ExpressionColumns implements KeyExpression.Visitor<List<KeyColumn>> {
  static final ExpressionColumns VISITOR = new ExpressionColumns();

  private ExpressionColumns() {}

  @Override
  public List<KeyColumn> field(KeyExpression.Field field) {
    boolean fansOut = field.fan() == FanType.FAN_OUT;
    return switch (field.nulls()) {
      case NULLS_DISTINCT -> List.of(new KeyColumn(field.name(), fansOut));
      case NULLS_EQUAL -> List.of(new KeyColumn(field.name(), fansOut, true));
      case DEFAULT_VALUE -> List.of(new KeyColumn(field.name() + " or default", fansOut, true));
    };
  }

  @Override
  public List<KeyColumn> nest(KeyExpression.Nest nest) {
    if (nest.fan() == FanType.CONCATENATE) {
      return List.of(new KeyColumn(nest.name() + ".[" + nest.child() + "]", false, true));
    }
    boolean fansOut = nest.fan() == FanType.FAN_OUT;
    return nest.child().columns().stream()
        .map(column -> column.inside(nest.name(), fansOut))
        .toList();
  }

  @Override
  public List<KeyColumn> concat(KeyExpression.Concat concat) {
    return concat.parts().stream().flatMap(part -> part.columns().stream()).toList();
  }

  @Override
  public List<KeyColumn> list(KeyExpression.ListOf list) {
    return list.parts().stream()
        .map(part -> new KeyColumn("list(" + part + ")", part.fansOut(), true))
        .toList();
  }

  @Override
  public List<KeyColumn> split(KeyExpression.Split split) {
    return numbered(split.toString(), split.rowColumns(), true, true);
  }

  @Override
  public List<KeyColumn> recordType(KeyExpression.RecordType recordType) {
    return List.of(new KeyColumn(recordType.toString(), false, true));
  }

  @Override
  public List<KeyColumn> version(KeyExpression.Version version) {
    return List.of(new KeyColumn(version.toString(), false));
  }

  @Override
  public List<KeyColumn> incarnation(KeyExpression.Incarnation incarnation) {
    return List.of(new KeyColumn(incarnation.toString(), false));
  }

  @Override
  public List<KeyColumn> stored(KeyExpression.Stored stored) {
    return List.of(new KeyColumn(stored.toString(), false));
  }

  @Override
  public List<KeyColumn> literal(KeyExpression.Literal literal) {
    return List.of(new KeyColumn(literal.toString(), false, true));
  }

  @Override
  public List<KeyColumn> empty(KeyExpression.Empty empty) {
    return List.of();
  }

  @Override
  public List<KeyColumn> function(KeyExpression.Function function) {
    boolean nullsCollide =
        function.arguments().columns().stream().allMatch(KeyColumn::nullsCollide);
    String path = function.toString();
    boolean fansOut = function.fansOut();
    return function.resultColumns() == 1
        ? List.of(new KeyColumn(path, fansOut, nullsCollide))
        : numbered(path, function.resultColumns(), fansOut, nullsCollide);
  }

  @Override
  public List<KeyColumn> grouping(KeyExpression.Grouping grouping) {
    return grouping.whole().columns();
  }

  @Override
  public List<KeyColumn> keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return keyWithValue.whole().columns();
  }

  private static List<KeyColumn> numbered(
      String path, int count, boolean fansOut, boolean nullsCollide) {
    return IntStream.range(0, count)
        .mapToObj(i -> new KeyColumn(path + "[" + i + "]", fansOut, nullsCollide))
        .toList();
  }
}
