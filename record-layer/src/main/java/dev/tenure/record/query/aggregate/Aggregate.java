package dev.tenure.record.query.aggregate;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.Locale;
import java.util.Optional;

/**
 * What is computed of the records of a group. The factories give columns, to be selected, compared
 * and ordered by in an {@link AggregateQuery}; a column that is null in a record adds nothing.
 *
 * @param column of the records; empty for a count of records
 */
public record Aggregate(Kind kind, Optional<KeyExpression> column) {
  private static final String PREFIX = "aggregate.";

  /** The functions. */
  public enum Kind {
    /** How many records. */
    COUNT,
    /** In how many records the column is not null. */
    COUNT_NOT_NULL,
    /** How many different values the column has. */
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

  /** How many records there are. */
  public static KeyExpression count() {
    return new Aggregate(Kind.COUNT, Optional.empty()).expression();
  }

  /** In how many records a column is not null. */
  public static KeyExpression count(KeyExpression column) {
    return of(Kind.COUNT_NOT_NULL, column);
  }

  /** How many different values a column has. */
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

  /** The aggregate that a factory of this class has made a column of; empty for other columns. */
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
   * What it gives.
   *
   * @param ofColumn what the column holds
   * @throws IllegalArgumentException when numbers are needed and the column holds none
   */
  public ValueType type(ValueType ofColumn) {
    return switch (kind) {
      case COUNT, COUNT_NOT_NULL, COUNT_DISTINCT -> ValueType.INTEGER;
      case MIN, MAX -> ofColumn;
      case SUM, AVERAGE -> {
        boolean isFraction = ofColumn == ValueType.FLOAT || ofColumn == ValueType.DOUBLE;
        if (!isFraction && !ofColumn.fits(ValueType.INTEGER)) {
          throw new IllegalArgumentException(this + " of a column of " + ofColumn);
        }
        boolean isDouble = isFraction || kind == Kind.AVERAGE;
        yield isDouble ? ValueType.DOUBLE : ofColumn;
      }
    };
  }

  /** As in SQL, such as {@code sum(field(paid))}. */
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
