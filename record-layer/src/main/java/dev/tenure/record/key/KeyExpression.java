package dev.tenure.record.key;

import dev.tenure.record.metadata.RecordType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * A description of key columns, independent of a message type until a {@link KeyEvaluator} binds
 * it.
 *
 * <p>Immutable; equal expressions are equal values, and the text is canonical: it names the
 * factories of {@link Keys} that make the expression and is fingerprinted in store headers.
 */
public sealed interface KeyExpression {

  /** The columns each tuple of this expression has, in order. */
  List<KeyColumn> columns();

  /** Calls the visitor's method for this kind of expression. */
  <R> R accept(Visitor<R> visitor);

  /** One method for each kind of expression. */
  interface Visitor<R> {
    R field(Field field);

    R nest(Nest nest);

    R concat(Concat concat);

    R literal(Literal literal);

    R recordType(RecordType recordType);

    R empty(Empty empty);
  }

  /** The value of a field: one column. */
  record Field(String name, FanType fan) implements KeyExpression {
    public Field {
      requireName(name);
      Objects.requireNonNull(fan, "fan");
    }

    @Override
    public List<KeyColumn> columns() {
      return List.of(new KeyColumn(name, fan == FanType.FAN_OUT));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.field(this);
    }

    @Override
    public String toString() {
      return fan == FanType.NONE ? "field(" + name + ")" : "field(" + name + ", " + fan + ")";
    }
  }

  /** The columns of an expression on the message inside a field. */
  record Nest(String name, FanType fan, KeyExpression child) implements KeyExpression {
    public Nest {
      requireName(name);
      Objects.requireNonNull(child, "child");
      if (fan == FanType.CONCATENATE) {
        throw new IllegalArgumentException(
            "nest(" + name + ") cannot CONCATENATE messages: use NONE or FAN_OUT");
      }
    }

    @Override
    public List<KeyColumn> columns() {
      return child.columns().stream()
          .map(
              column ->
                  new KeyColumn(
                      name + "." + column.path(), column.fansOut() || fan == FanType.FAN_OUT))
          .toList();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nest(this);
    }

    @Override
    public String toString() {
      String fanText = fan == FanType.NONE ? "" : ", " + fan;
      return "nest(" + name + fanText + ", " + child + ")";
    }
  }

  /** The columns of each part, side by side; parts that fan out give every combination. */
  record Concat(List<KeyExpression> parts) implements KeyExpression {
    public Concat {
      parts = List.copyOf(parts);
    }

    @Override
    public List<KeyColumn> columns() {
      return parts.stream().flatMap(part -> part.columns().stream()).toList();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.concat(this);
    }

    @Override
    public String toString() {
      return parts.stream().map(KeyExpression::toString).collect(joining("concat"));
    }
  }

  /** A constant: one column. */
  record Literal(Object value) implements KeyExpression {
    public Literal {
      boolean known =
          value instanceof Long
              || value instanceof String
              || value instanceof Boolean
              || value instanceof Double;
      if (!known) {
        throw new IllegalArgumentException(
            "literal of "
                + value.getClass().getName()
                + ", expected a Long, String, Boolean or Double");
      }
    }

    @Override
    public List<KeyColumn> columns() {
      return List.of(new KeyColumn(toString(), false));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.literal(this);
    }

    @Override
    public String toString() {
      return "literal(" + value.getClass().getSimpleName() + " " + value + ")";
    }
  }

  /** The record type key: one column. */
  record RecordType() implements KeyExpression {
    @Override
    public List<KeyColumn> columns() {
      return List.of(new KeyColumn(toString(), false));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.recordType(this);
    }

    @Override
    public String toString() {
      return "recordType()";
    }
  }

  /** No column: one empty tuple for every record. */
  record Empty() implements KeyExpression {
    @Override
    public List<KeyColumn> columns() {
      return List.of();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.empty(this);
    }

    @Override
    public String toString() {
      return "empty()";
    }
  }

  private static void requireName(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a key expression needs the name of a field, got \"\"");
    }
  }

  private static Collector<CharSequence, ?, String> joining(String function) {
    return Collectors.joining(", ", function + "(", ")");
  }
}
