package dev.tenure.queue;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** The secret of a lease's holder: 16 random bytes, as 32 hexadecimal digits. */
public record LeaseId(String hex) {
  private static final int BYTES = 16;

  public LeaseId {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "lease id has " + hex.length() + " characters, it must have " + 2 * BYTES);
    }
    HexFormat.of().parseHex(hex);
  }

  public static LeaseId random(RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return of(bytes);
  }

  /** Makes an id of the sixteen stored bytes. */
  public static LeaseId of(byte[] bytes) {
    return new LeaseId(HexFormat.of().formatHex(bytes));
  }

  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }
}
