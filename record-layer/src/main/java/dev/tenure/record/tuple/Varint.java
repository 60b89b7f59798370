package dev.tenure.record.tuple;

import java.nio.ByteBuffer;

/**
 * Variable-length encoding of numbers from 0 to 2^63 - 1: groups of seven bits, the lowest group
 * first, in the fewest bytes.
 */
public final class Varint {
  private static final int BYTES_MAX = 9;

  private static final int GROUP_BITS = 7;
  private static final int GROUP = 0x7F;
  private static final int MORE = 0x80;

  private Varint() {}

  /** The number of bytes of the encoding. */
  public static int size(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    return (bits + GROUP_BITS - 1) / GROUP_BITS;
  }

  public static byte[] bytes(long value) {
    ByteBuffer out = ByteBuffer.allocate(size(value));
    put(out, value);
    return out.array();
  }

  public static void put(ByteBuffer out, long value) {
    long rest = value;
    while (rest > GROUP) {
      out.put((byte) ((rest & GROUP) | MORE));
      rest >>>= GROUP_BITS;
    }
    out.put((byte) rest);
  }

  /**
   * Reads the number at the buffer's position and moves the position past it.
   *
   * @return negative when there is no valid number: the bytes end too early, or the encoding is
   *     longer than needed
   */
  public static long get(ByteBuffer in) {
    long value = 0;
    for (int i = 0; i < BYTES_MAX && in.hasRemaining(); i++) {
      byte group = in.get();
      value |= (long) (group & GROUP) << (i * GROUP_BITS);
      if (group >= 0) {
        return group == 0 && i > 0 ? -1 : value;
      }
    }
    return -1;
  }

  /** Maps a signed number to one that is not negative, so that numbers near zero stay small. */
  public static long zigzag(long value) {
    return (value << 1) ^ (value >> (Long.SIZE - 1));
  }

  public static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
