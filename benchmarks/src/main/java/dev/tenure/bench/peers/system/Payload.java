package dev.tenure.bench.peers.system;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The payload of an item: its number and filler, 100 bytes unless another size is asked for. */
public final class Payload {
  public static final int BYTES = 100;
  private static final byte FILLER = 'x';

  private Payload() {}

  public static byte[] of(long number) {
    return of(number, BYTES);
  }

  /**
   * A payload of another size.
   *
   * @param size in bytes, 100 at least
   */
  public static byte[] of(long number, int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, FILLER);
    ByteBuffer.wrap(bytes).putLong(number);
    return bytes;
  }

  /**
   * The number in a payload.
   *
   * @throws IllegalStateException when the payload differs from the enqueued one
   */
  public static long number(byte[] payload) {
    if (payload.length < BYTES || payload[payload.length - 1] != FILLER) {
      throw new IllegalStateException(
          "payload has " + payload.length + " bytes, and is none that was enqueued");
    }
    return ByteBuffer.wrap(payload).getLong();
  }
}
