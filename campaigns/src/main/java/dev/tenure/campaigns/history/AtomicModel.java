package dev.tenure.campaigns.history;

import com.apple.foundationdb.MutationType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The effect of atomic operations on a value, computed by numbers instead of bytes.
 */
final class AtomicModel {
  private static final int VALUE_BYTES_MAX = 100_000;

  private AtomicModel() {}

  /**
   * The value after the operation; empty when the operation removed the key.
   */
  static Optional<byte[]> apply(MutationType type, Optional<byte[]> stored, byte[] operand) {
    if (type == MutationType.COMPARE_AND_CLEAR) {
      return stored.filter(value -> !Arrays.equals(value, operand));
    }
    return Optional.of(stored.map(value -> onPresent(type, value, operand)).orElse(operand));
  }

  private static byte[] onPresent(MutationType type, byte[] value, byte[] operand) {
    return switch (type) {
      case ADD -> asNumbers(value, operand, BigInteger::add);
      case AND, BIT_AND -> asNumbers(value, operand, BigInteger::and);
      case OR, BIT_OR -> asNumbers(value, operand, BigInteger::or);
      case XOR, BIT_XOR -> asNumbers(value, operand, BigInteger::xor);
      case MAX -> asNumbers(value, operand, BigInteger::max);
      case MIN -> asNumbers(value, operand, BigInteger::min);
      case BYTE_MAX -> Arrays.compareUnsigned(value, operand) < 0 ? operand : value;
      case BYTE_MIN -> Arrays.compareUnsigned(value, operand) < 0 ? value : operand;
      case APPEND_IF_FITS ->
          value.length + operand.length > VALUE_BYTES_MAX ? value : joined(value, operand);
      case COMPARE_AND_CLEAR, SET_VERSIONSTAMPED_KEY, SET_VERSIONSTAMPED_VALUE ->
          throw new IllegalArgumentException(type + " is no function of two values");
    };
  }

  /**
   * Applies the operation to unsigned numbers, lowest byte first, with as many bytes as the operand has.
   */
  private static byte[] asNumbers(
      byte[] value, byte[] operand, BinaryOperator<BigInteger> operation) {
    BigInteger left = number(Arrays.copyOf(value, operand.length));
    BigInteger result = operation.apply(left, number(operand));
    byte[] bytes = new byte[operand.length];
    for (int place = 0; place < bytes.length; place++) {
      bytes[place] = result.shiftRight(8 * place).byteValue();
    }
    return bytes;
  }

  private static BigInteger number(byte[] lowestFirst) {
    byte[] highestFirst = new byte[lowestFirst.length];
    for (int place = 0; place < lowestFirst.length; place++) {
      highestFirst[lowestFirst.length - 1 - place] = lowestFirst[place];
    }
    return new BigInteger(1, highestFirst);
  }

  private static byte[] joined(byte[] value, byte[] operand) {
    byte[] joined = Arrays.copyOf(value, value.length + operand.length);
    System.arraycopy(operand, 0, joined, value.length, operand.length);
    return joined;
  }
}
