package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.Objects;

/**
 * The right side of a comparison. The conditions of indexes have values only, since the content of
 * an index cannot depend on a query. Immutable.
 */
public sealed interface Operand {

  /**
   * Turns an object into an operand. An operand stays as it is, a key expression other than a
   * literal becomes a column, and any other object becomes a value.
   *
   * @throws IllegalArgumentException when no key can hold the value
   */
  static Operand of(Object given) {
    if (given instanceof Operand operand) {
      return operand;
    }
    if (given instanceof KeyExpression.Literal literal) {
      return new Value(literal);
    }
    return given instanceof KeyExpression column
        ? new Column(column)
        : new Value((KeyExpression.Literal) Keys.literal(given));
  }

  /** A value that is known when the condition is written. */
  record Value(KeyExpression.Literal literal) implements Operand {
    @Override
    public String toString() {
      return literal.toString();
    }
  }

  /** A parameter, whose value is given with each execution of a query: see {@link Bindings}. */
  record Parameter(String name) implements Operand {
    /** The longest name of a parameter. */
    public static final int NAME_LENGTH_MAX = 100;

    public Parameter {
      Objects.requireNonNull(name, "name");
      if (name.isEmpty() || name.length() > NAME_LENGTH_MAX) {
        throw new IllegalArgumentException(
            "name of a parameter has "
                + name.length()
                + " characters, expected 1 to "
                + NAME_LENGTH_MAX);
      }
    }

    @Override
    public String toString() {
      return "parameter(" + name + ")";
    }
  }

  /** Another column of the same record. It does not fan out. */
  record Column(KeyExpression column) implements Operand {
    public Column {
      PredicateRules.requireColumn(column);
      if (column.fansOut()) {
        throw new IllegalArgumentException(
            "comparison with " + column + ", which fans out: put it on the left");
      }
    }

    @Override
    public String toString() {
      return column.toString();
    }
  }
}
