package dev.tenure.record.cursor;

import java.nio.charset.StandardCharsets;

/**
 * Tells scans and plans apart in continuations: 64 bits of FNV-1a. Not a defence against forgery.
 */
public final class Fingerprint {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fingerprint() {}

  /** Of a canonical description, in UTF-8. */
  public static long of(String description) {
    return of(description.getBytes(StandardCharsets.UTF_8));
  }

  /** Of several strings of bytes; where one ends and the next begins counts. */
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
