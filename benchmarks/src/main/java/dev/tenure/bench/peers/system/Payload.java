package dev.tenure.bench.peers.system;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What an item carries: 100 bytes, its number and filling. */
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
   * @throws IllegalStateException when the payload is not as it was enqueued
   */
  public static long number(byte[] payload) {
    if (payload.length != BYTES) {
      throw new IllegalStateException(
          "payload has " + payload.length + " bytes, it was enqueued with " + BYTES);
    }
    return ByteBuffer.wrap(payload).getLong();
  }
}
