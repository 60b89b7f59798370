package dev.tenure.record.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Keys and values into which FoundationDB puts the version of the commit. */
public final class StampedBytes {
  private StampedBytes() {}

  /**
   * What a versionstamp operation is given: the bytes, and behind them where in them the stamp
   * belongs.
   */
  public static byte[] operand(byte[] bytes, int stampAt) {
    return ByteBuffer.allocate(bytes.length + Integer.BYTES)
        .put(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(stampAt)
        .array();
  }
}
