package dev.tenure.record.structure;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Variable-length encoding of numbers from 0 to 2^31 - 1. The first byte decides the length:
 *
 * <pre>
 * first byte  bytes  number
 * 00 to F0    1      the byte: 0 to 240
 * F1 to F8    2      240 + 256 * (first byte - F1) + second byte: 240 to 2,287
 * F9          3      2,288 + the two bytes that follow: 2,288 to 67,823
 * FA          4      the three bytes that follow
 * FB          5      the four bytes that follow
 * </pre>
 */
public final class CompactInts {
  /** The result when there is no complete number. */
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

  /** Reads a number; {@link #NONE} when its bytes end too early or it exceeds 2^31 - 1. */
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
