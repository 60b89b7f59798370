package dev.tenure.record.key;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Computes the names of the fields that an expression reads. Empty when the expression also depends
 * on other things: the record's type, its version, or a function.
 */
final class FieldsRead implements KeyExpression.Visitor<Optional<SortedSet<String>>> {
  private static final FieldsRead VISITOR = new FieldsRead();

  private FieldsRead() {}

  /**
   * The fields that a bound expression reads, if equal values of these fields always give the same
   * bytes; otherwise empty. Floating-point fields do not: all NaN are equal, and their bytes
   * differ.
   */
  static Optional<List<FieldDescriptor>> of(KeyExpression expression, Descriptor type) {
    return expression
        .accept(VISITOR)
        .map(names -> names.stream().map(type::findFieldByName).toList())
        .filter(fields -> !haveFraction(fields, new HashSet<>()));
  }

  private static boolean haveFraction(List<FieldDescriptor> fields, Set<Descriptor> seen) {
    for (FieldDescriptor field : fields) {
      JavaType held = field.getJavaType();
      if (held == JavaType.FLOAT || held == JavaType.DOUBLE) {
        return true;
      }
      if (held == JavaType.MESSAGE
          && seen.add(field.getMessageType())
          && haveFraction(field.getMessageType().getFields(), seen)) {
        return true;
      }
    }
    return false;
  }

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
  public Optional<SortedSet<String>> stored(KeyExpression.Stored stored) {
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
