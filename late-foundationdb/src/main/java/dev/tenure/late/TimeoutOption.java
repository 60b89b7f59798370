package dev.tenure.late;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes the timeout among the options. It has the same code for a transaction and for a
 * database.
 */
final class TimeoutOption {
  private static final int CODE = 500;

  private TimeoutOption() {}

  /**
   * The timeout that an option sets, in milliseconds; 0 for none. −1 when the option is not the
   * timeout, or its value is not legal.
   */
  static long millis(int code, byte @Nullable [] value) {
    if (code != CODE || value == null || value.length != Long.BYTES) {
      return -1;
    }
    long millis = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
    return millis > Integer.MAX_VALUE ? -1 : Math.max(-1, millis);
  }
}
