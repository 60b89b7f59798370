package dev.tenure.embedded.commit;

import com.apple.foundationdb.MutationType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies atomic operations to stored values, as FoundationDB 7.3 does at API version 730. Numbers
 * are little-endian. ADD, the bit operations, MAX and MIN give a value of the operand's length:
 * they pad a shorter stored value with zeros and cut a longer one off.
 */
public final class AtomicOperations {
  /**
   * The longest value that APPEND_IF_FITS makes. If the result would be longer, the stored value
   * stays as it is.
   */
  public static final int VALUE_BYTES_MAX = 100_000;

  private AtomicOperations() {}

  /**
   * The value after the operation, or null when the key is absent then.
   *
   * @param existing the stored value, or null when the key is absent
   * @throws IllegalArgumentException for a versionstamped operation, whose result also depends on
   *     the commit version
   */
  public static byte @Nullable [] apply(
      MutationType type, byte @Nullable [] existing, byte[] operand) {
    if (existing == null) {
      return onAbsent(type, operand);
    }
    return switch (type) {
      case ADD -> add(existing, operand);
      case AND, BIT_AND, OR, BIT_OR, XOR, BIT_XOR -> bits(type, existing, operand);
      case APPEND_IF_FITS -> append(existing, operand);
      case MAX -> compareNumbers(existing, operand) > 0 ? resize(existing, operand) : operand;
      case MIN -> compareNumbers(existing, operand) < 0 ? resize(existing, operand) : operand;
      case BYTE_MAX -> Arrays.compareUnsigned(existing, operand) > 0 ? existing : operand;
      case BYTE_MIN -> Arrays.compareUnsigned(existing, operand) < 0 ? existing : operand;
      case COMPARE_AND_CLEAR -> Arrays.equals(existing, operand) ? null : existing;
      case SET_VERSIONSTAMPED_KEY, SET_VERSIONSTAMPED_VALUE -> throw notAFunction(type);
    };
  }

  private static byte @Nullable [] onAbsent(MutationType type, byte[] operand) {
    return switch (type) {
      case COMPARE_AND_CLEAR -> null;
      case SET_VERSIONSTAMPED_KEY, SET_VERSIONSTAMPED_VALUE -> throw notAFunction(type);
      default -> operand;
    };
  }

  private static IllegalArgumentException notAFunction(MutationType type) {
    return new IllegalArgumentException(type + " depends on the commit version");
  }

  private static byte[] add(byte[] existing, byte[] operand) {
    byte[] sum = new byte[operand.length];
    int carry = 0;
    for (int i = 0; i < sum.length; i++) {
      carry += (operand[i] & 0xff) + at(existing, i);
      sum[i] = (byte) carry;
      carry >>>= 8;
    }
    return sum;
  }

  private static byte[] bits(MutationType type, byte[] existing, byte[] operand) {
    byte[] result = new byte[operand.length];
    for (int i = 0; i < result.length; i++) {
      int left = at(existing, i);
      result[i] =
          (byte)
              switch (type) {
                case AND, BIT_AND -> left & operand[i];
                case OR, BIT_OR -> left | operand[i];
                default -> left ^ operand[i];
              };
    }
    return result;
  }

  private static byte[] append(byte[] existing, byte[] operand) {
    if (operand.length == 0 || existing.length + operand.length > VALUE_BYTES_MAX) {
      return existing;
    }
    byte[] joined = Arrays.copyOf(existing, existing.length + operand.length);
    System.arraycopy(operand, 0, joined, existing.length, operand.length);
    return joined;
  }

  /** Compares over the operand's length, the last byte weighing most. */
  private static int compareNumbers(byte[] existing, byte[] operand) {
    for (int i = operand.length - 1; i >= 0; i--) {
      int difference = at(existing, i) - (operand[i] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  private static byte[] resize(byte[] existing, byte[] operand) {
    return Arrays.copyOf(existing, operand.length);
  }

  private static int at(byte[] bytes, int index) {
    return index < bytes.length ? bytes[index] & 0xff : 0;
  }
}
