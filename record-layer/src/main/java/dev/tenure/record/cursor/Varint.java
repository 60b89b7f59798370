package dev.tenure.record.cursor;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Numbers from 0 to 2^31 - 1, seven bits a byte, the lowest first, in the fewest bytes. */
final class Varint {
  private static final int BITS = 7;
  private static final int MORE = 0x80;
  private static final int BYTES_MAX = 5;

  private Varint() {}

  static void put(ByteArrayOutputStream out, int number) {
    int rest = number;
    while (rest >= MORE) {
      out.write((rest & (MORE - 1)) | MORE);
      rest >>>= BITS;
    }
    out.write(rest);
  }

  static byte[] bytes(int number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(BYTES_MAX);
    put(out, number);
    return out.toByteArray();
  }

  /** Reads a number; refuses one that is cut off, too large, or longer than it need be. */
  static int get(ByteBuffer in) {
    long number = 0;
    for (int i = 0; i < BYTES_MAX && in.hasRemaining(); i++) {
      byte next = in.get();
      number |= (long) (next & (MORE - 1)) << (BITS * i);
      if (next >= 0) {
        if (number > Integer.MAX_VALUE || (next == 0 && i > 0)) {
          break;
        }
        return (int) number;
      }
    }
    throw ContinuationCodec.refused("has no whole number at byte " + in.position());
  }

  /** Reads bytes that are one number and nothing else. */
  static int only(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int number = get(in);
    if (in.hasRemaining()) {
      throw ContinuationCodec.refused("has " + in.remaining() + " bytes behind a number");
    }
    return number;
  }
}
