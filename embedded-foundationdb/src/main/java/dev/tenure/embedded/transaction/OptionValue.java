package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.FdbErrors;
import org.jspecify.annotations.Nullable;

/** Checks the value of an option as FoundationDB does; an illegal value fails with 2006. */
final class OptionValue {
  private static final int NUMBER_BYTES = 8;

  private OptionValue() {}

  static void requireNone(byte @Nullable [] value) {
    if (value != null && value.length > 0) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
  }

  static byte[] required(byte @Nullable [] value) {
    if (value == null) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
    return value;
  }

  /** A little-endian number between {@code min} and {@code max}. */
  static int number(byte @Nullable [] value, int min, int max) {
    if (value == null || value.length != NUMBER_BYTES) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
    long number = 0;
    for (int i = NUMBER_BYTES - 1; i >= 0; i--) {
      number = number << 8 | (value[i] & 0xff);
    }
    if (number < min || number > max) {
      throw FdbErrors.exception(FdbErrors.INVALID_OPTION_VALUE);
    }
    return (int) number;
  }
}
