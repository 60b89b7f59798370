package dev.tenure.record.key;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fields of a record that an expression reads, by name, as far as it reads nothing else; empty
 * for one that also looks at the record's type, its version or whatever a function looks at.
 */
final class FieldsRead implements KeyExpression.Visitor<Optional<SortedSet<String>>> {
  static final FieldsRead VISITOR = new FieldsRead();

  private FieldsRead() {}

  @Override
  public Optional<SortedSet<String>> field(KeyExpression.Field field) {
    return Optional.of(new TreeSet<>(List.of(field.name())));
  }

  @Override
  public Optional<SortedSet<String>> nest(KeyExpression.Nest nest) {
    return nest.child().accept(this).map(inside -> new TreeSet<>(List.of(nest.name())));
  }

  @Override
  public Optional<SortedSet<String>> concat(KeyExpression.Concat concat) {
    return all(concat.parts());
  }

  @Override
  public Optional<SortedSet<String>> list(KeyExpression.ListOf list) {
    return all(list.parts());
  }

  private Optional<SortedSet<String>> all(List<KeyExpression> parts) {
    SortedSet<String> fields = new TreeSet<>();
    for (KeyExpression part : parts) {
      Optional<SortedSet<String>> read = part.accept(this);
      if (read.isEmpty()) {
        return Optional.empty();
      }
      fields.addAll(read.get());
    }
    return Optional.of(fields);
  }

  @Override
  public Optional<SortedSet<String>> split(KeyExpression.Split split) {
    return split.repeated().accept(this);
  }

  @Override
  public Optional<SortedSet<String>> recordType(KeyExpression.RecordType recordType) {
    return Optional.empty();
  }

  @Override
  public Optional<SortedSet<String>> version(KeyExpression.Version version) {
    return Optional.empty();
  }

  @Override
  public Optional<SortedSet<String>> incarnation(KeyExpression.Incarnation incarnation) {
    return Optional.empty();
  }

  @Override
  public Optional<SortedSet<String>> literal(KeyExpression.Literal literal) {
    return Optional.of(new TreeSet<>());
  }

  @Override
  public Optional<SortedSet<String>> empty(KeyExpression.Empty empty) {
    return Optional.of(new TreeSet<>());
  }

  @Override
  public Optional<SortedSet<String>> function(KeyExpression.Function function) {
    return Optional.empty();
  }

  @Override
  public Optional<SortedSet<String>> grouping(KeyExpression.Grouping grouping) {
    return grouping.whole().accept(this);
  }

  @Override
  public Optional<SortedSet<String>> keyWithValue(KeyExpression.KeyWithValue keyWithValue) {
    return keyWithValue.whole().accept(this);
  }
}
