package dev.tenure.bench.peers.system;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The payload of an item: 100 bytes with its number and filler. */
public final class Payload {
  public static final int BYTES = 100;

  private Payload() {}

  public static byte[] of(long number) {
    byte[] bytes = new byte[BYTES];
    Arrays.fill(bytes, (byte) 'x');
    ByteBuffer.wrap(bytes).putLong(number);
    return bytes;
  }

  /**
   * The number in a payload.
   *
   * @throws IllegalStateException when the payload differs from the enqueued one
   */
  public static long number(byte[] payload) {
    if (payload.length != BYTES) {
      throw new IllegalStateException(
          "payload has " + payload.length + " bytes, it was enqueued with " + BYTES);
    }
    return ByteBuffer.wrap(payload).getLong();
  }
}
