package dev.tenure.record.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a range of columns out of an expression. Only called for a part of the columns, not for all.
 */
record SubKey(int from, int to) implements KeyExpression.Visitor<Optional<KeyExpression>> {

  static Optional<KeyExpression> cut(KeyExpression expression, int from, int to) {
    int columns = expression.columnCount();
    if (from < 0 || from > to || to > columns) {
      throw new IllegalArgumentException(
          "columns " + from + " to " + to + " of " + expression + ", which has " + columns);
    }
    if (expression instanceof KeyExpression.Grouping grouping) {
      return cut(grouping.whole(), from, to);
    }
    if (expression instanceof KeyExpression.KeyWithValue keyWithValue) {
      return cut(keyWithValue.whole(), from, to);
    }
    if (from == 0 && to == columns) {
      return Optional.of(expression);
    }
    return from == to ? Optional.of(Keys.empty()) : expression.accept(new SubKey(from, to));
  }

  @Override
  public Optional<KeyExpression> field(KeyExpression.Field field) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> nest(KeyExpression.Nest nest) {
    return nest.fan() == FanType.CONCATENATE
        ? Optional.empty()
        : cut(nest.child(), from, to)
            .map(child -> new KeyExpression.Nest(nest.name(), nest.fan(), child));
  }

  /** Parts without columns are kept when they lie between the cuts. */
  @Override
  public Optional<KeyExpression> concat(KeyExpression.Concat concat) {
    List<KeyExpression> kept = new ArrayList<>();
    int first = 0;
    for (KeyExpression part : concat.parts()) {
      int end = first + part.columnCount();
      if (first < to && end > from) {
        int within = Math.max(from - first, 0);
        Optional<KeyExpression> cut = cut(part, within, Math.min(to, end) - first);
        if (cut.isEmpty()) {
          return cut;
        }
        kept.add(cut.get());
      }
      first = end;
    }
    return Optional.of(kept.size() == 1 ? kept.get(0) : new KeyExpression.Concat(kept));
  }

  @Override
  public Optional<KeyExpression> list(KeyExpression.ListOf list) {
    return Optional.of(new KeyExpression.ListOf(list.parts().subList(from, to)));
  }

  @Override
  public Optional<KeyExpression> split(KeyExpression.Split split) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> recordType(KeyExpression.RecordType recordType) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> version(KeyExpression.Version version) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> incarnation(KeyExpression.Incarnation incarnation) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> stored(KeyExpression.Stored stored) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> literal(KeyExpression.Literal literal) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> empty(KeyExpression.Empty empty) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> function(KeyExpression.Function function) {
    return Optional.empty();
  }

  @Override
  public Optional<KeyExpression> grouping(KeyExpression.Grouping grouping) {
    return cut(grouping.whole(), from, to);
  }

  @Override
  public Optional<KeyExpression> keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return cut(keyWithValue.whole(), from, to);
  }
}
