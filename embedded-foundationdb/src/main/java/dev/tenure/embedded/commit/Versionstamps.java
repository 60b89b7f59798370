package dev.tenure.embedded.commit;

import java.util.Arrays;

/**
 * Versionstamps: eight bytes of the commit version, then two of the batch order, both big-endian.
 * An operand to be stamped ends in the four-byte little-endian offset of the ten bytes to fill.
 */
public final class Versionstamps {
  public static final int BYTES = 10;
  public static final int OFFSET_BYTES = 4;

  private Versionstamps() {}

  public static byte[] pack(long version, int batchOrder) {
    byte[] stamp = new byte[BYTES];
    write(stamp, 0, version, batchOrder);
    return stamp;
  }

  /** Whether the operand ends in an offset with room for a stamp before it. */
  public static boolean hasPlace(byte[] operand) {
    if (operand.length < OFFSET_BYTES) {
      return false;
    }
    int offset = offset(operand);
    return offset >= 0 && offset <= operand.length - OFFSET_BYTES - BYTES;
  }

  /** The offset at the operand's end; negative when its highest bit is set. */
  public static int offset(byte[] operand) {
    int at = operand.length - OFFSET_BYTES;
    return (operand[at] & 0xff)
        | (operand[at + 1] & 0xff) << 8
        | (operand[at + 2] & 0xff) << 16
        | (operand[at + 3] & 0xff) << 24;
  }

  /**
   * The operand without its offset, stamped.
   *
   * @throws IllegalArgumentException unless {@link #hasPlace}
   */
  public static byte[] fill(byte[] operand, long version, int batchOrder) {
    if (!hasPlace(operand)) {
      throw new IllegalArgumentException(
          "operand of "
              + operand.length
              + " bytes has no room for a versionstamp at the offset in its last bytes");
    }
    byte[] filled = Arrays.copyOf(operand, operand.length - OFFSET_BYTES);
    write(filled, offset(operand), version, batchOrder);
    return filled;
  }

  private static void write(byte[] target, int offset, long version, int batchOrder) {
    for (int i = 0; i < 8; i++) {
      target[offset + i] = (byte) (version >>> (56 - 8 * i));
    }
    target[offset + 8] = (byte) (batchOrder >>> 8);
    target[offset + 9] = (byte) batchOrder;
  }
}
