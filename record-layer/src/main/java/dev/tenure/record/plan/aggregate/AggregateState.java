package dev.tenure.record.plan.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.query.aggregate.Aggregate;
import java.math.BigInteger;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * The state of an aggregate while the rows of its group are read. Sums of whole numbers are exact
 * at any size, so that the order of rows does not matter.
 */
final class AggregateState {
  private final Aggregate aggregate;

  /** The number of records, values or different values up to now. */
  private long number;

  /** The sum, the extremum, or the last value; null before the first value. */
  private @Nullable Object value;

  AggregateState(Aggregate aggregate) {
    this.aggregate = aggregate;
  }

  long number() {
    return number;
  }

  @Nullable Object value() {
    return value;
  }

  /** Whether a value may be one of {@link #value()}. */
  boolean canHold(@Nullable Object noted) {
    return switch (aggregate.kind()) {
      case SUM, AVERAGE -> noted == null || noted instanceof Number;
      case COUNT, COUNT_NOT_NULL, COUNT_DISTINCT, MIN, MAX -> true;
    };
  }

  /** Continues from a number and value that a continuation has kept. */
  void set(long newNumber, @Nullable Object newValue) {
    number = newNumber;
    value = newValue;
  }

  void addNumber(long more) {
    number += more;
  }

  void addSum(long more) {
    value = sum(value, more, 1);
  }

  /**
   * Adds the value of a column.
   *
   * @param records the number of records with this value
   */
  void add(@Nullable Object column, long records) {
    if (aggregate.kind() == Aggregate.Kind.COUNT) {
      number += records;
    } else if (column != null) {
      addValue(column, records);
    }
  }

  private void addValue(Object column, long records) {
    switch (aggregate.kind()) {
      case COUNT, COUNT_NOT_NULL -> number += records;
      case SUM, AVERAGE -> {
        number += records;
        value = sum(value, column, records);
      }
      case COUNT_DISTINCT -> {
        number += value == null || compare(column, value) != 0 ? 1 : 0;
        value = column;
      }
      case MIN -> value = value == null || compare(column, value) < 0 ? column : value;
      case MAX -> value = value == null || compare(column, value) > 0 ? column : value;
    }
  }

  private static int compare(Object one, Object other) {
    return tuple(one).compareTo(tuple(other));
  }

  private static Tuple tuple(Object value) {
    return Tuple.fromList(Collections.singletonList(value));
  }

  private Object sum(@Nullable Object before, Object value, long times) {
    if (value instanceof Double || value instanceof Float) {
      double more = ((Number) value).doubleValue() * times;
      return before instanceof Number sum ? sum.doubleValue() + more : more;
    }
    if (!(value instanceof Long || value instanceof BigInteger)) {
      throw new RecordLayerException(
          RecordLayerException.Code.KEY_NOT_COMPUTABLE,
          aggregate + " has the value " + tuple(value) + ", expected a number");
    }
    BigInteger more = whole(value).multiply(BigInteger.valueOf(times));
    if (before instanceof Double sum) {
      return sum + more.doubleValue();
    }
    BigInteger sum = before == null ? more : whole(before).add(more);
    return sum.bitLength() < Long.SIZE ? (Object) sum.longValue() : sum;
  }

  private static BigInteger whole(Object number) {
    return number instanceof BigInteger big
        ? big
        : BigInteger.valueOf(((Number) number).longValue());
  }

  /**
   * The result of the aggregate.
   *
   * @param group the group, for errors
   * @throws RecordLayerException SUM_TOO_LARGE
   */
  @Nullable Object result(Tuple group) {
    return switch (aggregate.kind()) {
      case COUNT, COUNT_NOT_NULL, COUNT_DISTINCT -> number;
      case MIN, MAX -> value;
      case SUM -> number == 0 ? null : inRange(total(), group);
      case AVERAGE -> number == 0 ? null : total().doubleValue() / number;
    };
  }

  /** The sum of the group. A sum index may have no row for a group whose sum is 0. */
  private Number total() {
    return value instanceof Number sum ? sum : (Number) 0L;
  }

  private Number inRange(Number sum, Tuple group) {
    if (sum instanceof BigInteger) {
      throw new RecordLayerException(
          RecordLayerException.Code.SUM_TOO_LARGE,
          aggregate
              + " of the group "
              + group
              + " is "
              + sum
              + ", the limit is 64 bits with a sign");
    }
    return sum;
  }
}
