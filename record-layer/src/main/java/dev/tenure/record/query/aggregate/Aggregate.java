package dev.tenure.record.query.aggregate;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.Locale;
import java.util.Optional;

/**
 * A function of the records of a group, such as a sum. The factories return columns that an {@link
 * AggregateQuery} selects, compares, and orders groups by. A record in which the column is null
 * adds nothing.
 *
 * @param column the column of the records; empty for a count of records
 */
public record Aggregate(Kind kind, Optional<KeyExpression> column) {
  private static final String PREFIX = "aggregate.";

  /** The aggregate functions. */
  public enum Kind {
    /** The number of records. */
    COUNT,
    /** The number of records in which the column is not null. */
    COUNT_NOT_NULL,
    /** The number of different values of the column. */
    COUNT_DISTINCT,
    /** The sum of a column of numbers; null when no record has one. */
    SUM,
    /** The mean of a column of numbers, as a double; null when no record has one. */
    AVERAGE,
    /** The least value in the order of keys; null when there is none. */
    MIN,
    /** The greatest value in the order of keys; null when there is none. */
    MAX;

    private String functionName() {
      return PREFIX + name().toLowerCase(Locale.ROOT);
    }
  }

  public Aggregate {
    column.ifPresent(
        each -> {
          if (each.columnCount() != 1 || each.fansOut() || each.needsVersion()) {
            throw new IllegalArgumentException(
                kind + " of " + each + ": expected one column that does not fan out");
          }
        });
  }

  /** The number of records of a group. */
  public static KeyExpression count() {
    return new Aggregate(Kind.COUNT, Optional.empty()).expression();
  }

  /** The number of records of a group in which a column is not null. */
  public static KeyExpression count(KeyExpression column) {
    return of(Kind.COUNT_NOT_NULL, column);
  }

  /** The number of different values that a column has in a group. */
  public static KeyExpression countDistinct(KeyExpression column) {
    return of(Kind.COUNT_DISTINCT, column);
  }

  /** The sum of a column of numbers; null when no record has one. */
  public static KeyExpression sum(KeyExpression column) {
    return of(Kind.SUM, column);
  }

  /** The mean of a column of numbers, as a double; null when no record has one. */
  public static KeyExpression average(KeyExpression column) {
    return of(Kind.AVERAGE, column);
  }

  /** The least value of a column; null when no record has one. */
  public static KeyExpression min(KeyExpression column) {
    return of(Kind.MIN, column);
  }

  /** The greatest value of a column; null when no record has one. */
  public static KeyExpression max(KeyExpression column) {
    return of(Kind.MAX, column);
  }

  private static KeyExpression of(Kind kind, KeyExpression column) {
    return new Aggregate(kind, Optional.of(column)).expression();
  }

  /** The aggregate of a column that a factory of this class made; empty for other columns. */
  public static Optional<Aggregate> find(KeyExpression expression) {
    if (expression instanceof KeyExpression.Function function) {
      for (Kind kind : Kind.values()) {
        if (function.name().equals(kind.functionName())) {
          KeyExpression of = function.arguments();
          return Optional.of(
              new Aggregate(kind, kind == Kind.COUNT ? Optional.empty() : Optional.of(of)));
        }
      }
    }
    return Optional.empty();
  }

  /** The aggregate as a column. */
  public KeyExpression expression() {
    return Keys.function(kind.functionName(), column.orElseGet(Keys::empty));
  }

  /**
   * The type of the result.
   *
   * @param ofColumn the type of the column
   * @throws IllegalArgumentException when the function needs numbers and the column holds other
   *     values
   */
  public ValueType type(ValueType ofColumn) {
    return switch (kind) {
      case COUNT, COUNT_NOT_NULL, COUNT_DISTINCT -> ValueType.INTEGER;
      case MIN, MAX -> ofColumn;
      case SUM, AVERAGE -> {
        boolean isFraction = ofColumn == ValueType.FLOAT || ofColumn == ValueType.DOUBLE;
        if (!isFraction && !ofColumn.fits(ValueType.INTEGER)) {
          throw new IllegalArgumentException(
              this + " needs a column of numbers, but the column holds " + ofColumn);
        }
        boolean isDouble = isFraction || kind == Kind.AVERAGE;
        yield isDouble ? ValueType.DOUBLE : ofColumn;
      }
    };
  }

  /** The aggregate as a text such as {@code sum(field(paid))}. */
  @Override
  public String toString() {
    String of = column.map(KeyExpression::toString).orElse("");
    return switch (kind) {
      case COUNT, COUNT_NOT_NULL -> "count(" + of + ")";
      case COUNT_DISTINCT -> "count(distinct " + of + ")";
      default -> kind.name().toLowerCase(Locale.ROOT) + "(" + of + ")";
    };
  }
}
