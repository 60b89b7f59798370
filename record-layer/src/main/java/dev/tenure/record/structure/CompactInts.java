package dev.tenure.record.structure;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Numbers from 0 to 2^31 - 1 in few bytes: one up to 240, two up to 2,287, three up to 67,823. The
 * first byte tells the length: up to {@code F0} it is the number; {@code F1} to {@code F8} count
 * steps of 256 behind 240, {@code F9} is followed by two bytes to be added to 2,288, {@code FA} by
 * three and {@code FB} by four that are the number.
 */
public final class CompactInts {
  /** No whole number. */
  public static final int NONE = -1;

  private static final int ONE_BYTE_MAX = 240;
  private static final int TWO_BYTES_MAX = 2_287;
  private static final int THREE_BYTES_MAX = 67_823;
  private static final int FOUR_BYTES_MAX = 0xFFFFFF;

  private CompactInts() {}

  /** Appends a number that is not negative. */
  public static void put(ByteArrayOutputStream out, int number) {
    if (number < 0) {
      throw new IllegalArgumentException("number " + number + " is negative");
    } else if (number <= ONE_BYTE_MAX) {
      out.write(number);
    } else if (number <= TWO_BYTES_MAX) {
      int above = number - ONE_BYTE_MAX;
      out.write(0xF1 + (above >>> 8));
      out.write(above);
    } else if (number <= THREE_BYTES_MAX) {
      out.write(0xF9);
      put(out, number - TWO_BYTES_MAX - 1, 2);
    } else {
      int bytes = number <= FOUR_BYTES_MAX ? 3 : 4;
      out.write(0xF7 + bytes);
      put(out, number, bytes);
    }
  }

  private static void put(ByteArrayOutputStream out, int number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) {
      out.write(number >>> (8 * i));
    }
  }

  /** Reads a number; {@link #NONE} when it is cut off or beyond 2^31 - 1. */
  public static int get(ByteBuffer in) {
    if (!in.hasRemaining()) {
      return NONE;
    }
    int first = in.get() & 0xFF;
    if (first <= ONE_BYTE_MAX) {
      return first;
    }
    return switch (first) {
      case 0xF9 -> above(in, TWO_BYTES_MAX + 1, 2);
      case 0xFA -> above(in, 0, 3);
      case 0xFB -> above(in, 0, 4);
      default -> first < 0xF9 ? above(in, ONE_BYTE_MAX + ((first - 0xF1) << 8), 1) : NONE;
    };
  }

  private static int above(ByteBuffer in, int least, int bytes) {
    if (in.remaining() < bytes) {
      return NONE;
    }
    int number = 0;
    for (int i = 0; i < bytes; i++) {
      number = (number << 8) | (in.get() & 0xFF);
    }
    return number < 0 ? NONE : number + least;
  }
}
