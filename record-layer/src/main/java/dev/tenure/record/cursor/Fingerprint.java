package dev.tenure.record.cursor;

import java.nio.charset.StandardCharsets;

/**
 * A 64-bit FNV-1a hash by which continuations of different scans and plans are distinguished. It
 * does not protect against forgery.
 */
public final class Fingerprint {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fingerprint() {}

  /** The fingerprint of a canonical description, encoded in UTF-8. */
  public static long of(String description) {
    return of(description.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The fingerprint of several byte strings. It also depends on where one string ends and the next
   * begins.
   */
  public static long of(byte[]... parts) {
    long hash = OFFSET;
    for (byte[] part : parts) {
      hash = (hash ^ part.length) * PRIME;
      for (byte next : part) {
        hash = (hash ^ (next & 0xFF)) * PRIME;
      }
    }
    return hash;
  }
}
