package dev.tenure.record.key;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A function of one or two longs. The result is null when an argument is null. */
final class LongFunction implements KeyFunction {
  static final List<LongFunction> ALL =
      List.of(
          binary("add", Math::addExact),
          binary("subtract", Math::subtractExact),
          binary("multiply", Math::multiplyExact),
          binary("divide", LongFunction::divide),
          binary("modulo", LongFunction::modulo),
          binary("bit_and", (left, right) -> left & right),
          binary("bit_or", (left, right) -> left | right),
          binary("bit_xor", (left, right) -> left ^ right),
          unary("bit_not", value -> ~value),
          binary("bitmap_bit_position", LongFunction::bitPosition),
          binary("bitmap_bucket_offset", LongFunction::bucketOffset));

  private final String name;
  private final Signature signature;
  private final LongBinaryOperator operation;

  private LongFunction(String name, int parameters, LongBinaryOperator operation) {
    this.name = name;
    this.signature =
        Signature.of(Collections.nCopies(parameters, ValueType.INTEGER), ValueType.INTEGER);
    this.operation = operation;
  }

  private static LongFunction binary(String name, LongBinaryOperator operation) {
    return new LongFunction(name, 2, operation);
  }

  private static LongFunction unary(String name, LongUnaryOperator operation) {
    return new LongFunction(name, 1, (value, none) -> operation.applyAsLong(value));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    List<@Nullable Object> result = new ArrayList<>(1);
    Object first = arguments.get(0);
    Object second = arguments.get(arguments.size() - 1);
    result.add(
        first == null || second == null
            ? null
            : (Object) operation.applyAsLong(longValue(first), longValue(second)));
    return List.of(result);
  }

  private static long longValue(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof BigInteger big) {
      throw new ArithmeticException(big + " is beyond a signed 64-bit long");
    }
    throw new IllegalArgumentException(value + " is no whole number");
  }

  private static long divide(long dividend, long divisor) {
    if (dividend == Long.MIN_VALUE && divisor == -1) {
      throw new ArithmeticException("long overflow");
    }
    return Math.floorDiv(dividend, nonZero(divisor));
  }

  private static long modulo(long dividend, long divisor) {
    return Math.floorMod(dividend, nonZero(divisor));
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("division by zero");
    }
    return divisor;
  }

  private static long bitPosition(long value, long bucketSize) {
    if (bucketSize < 1) {
      throw new IllegalArgumentException("bucket size is " + bucketSize + ", the least is 1");
    }
    return Math.floorMod(value, bucketSize);
  }

  private static long bucketOffset(long value, long bucketSize) {
    return Math.subtractExact(value, bitPosition(value, bucketSize));
  }
}
