package dev.tenure.record.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes keys and values into which FoundationDB writes the versionstamp of the commit. */
public final class StampedBytes {
  private StampedBytes() {}

  /**
   * The operand of a versionstamp operation: the bytes, followed by the offset in them at which the
   * versionstamp is written.
   */
  public static byte[] operand(byte[] bytes, int stampAt) {
    return ByteBuffer.allocate(bytes.length + Integer.BYTES)
        .put(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(stampAt)
        .array();
  }
}
