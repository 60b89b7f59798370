package dev.tenure.record.serialize;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * An AES key with its number. Immutable. Neither {@code toString} nor an error shows the bytes of
 * the key.
 *
 * <p>A key may encrypt at most 2<sup>32</sup> records, counted over all processes; change to
 * another key before that. Nonces are 96 random bits: with more records the probability of two
 * equal nonces exceeds 2<sup>-32</sup> (NIST SP 800-38D, section 8.3).
 */
public final class EncryptionKey {
  private final int id;
  private final int bits;
  private final SecretKey secret;

  private EncryptionKey(int id, byte[] key) {
    this.id = id;
    this.bits = key.length * Byte.SIZE;
    this.secret = new SecretKeySpec(key, "AES");
  }

  /**
   * A key with its number.
   *
   * @param id the number of the key, at least 0. It is stored with each record, so a number must
   *     never be used for another key
   * @param key 16, 24 or 32 bytes; the array is copied
   * @throws IllegalArgumentException for another size or a negative number
   */
  public static EncryptionKey of(int id, byte[] key) {
    if (id < 0) {
      throw new IllegalArgumentException("encryption key's id is " + id + ", the least is 0");
    }
    if (key.length != 16 && key.length != 24 && key.length != 32) {
      throw new IllegalArgumentException(
          "encryption key "
              + id
              + " is "
              + key.length * (long) Byte.SIZE
              + " bits, expected 128, 192 or 256");
    }
    return new EncryptionKey(id, key);
  }

  public int id() {
    return id;
  }

  SecretKey secret() {
    return secret;
  }

  /** The number and size of the key, never its bytes. */
  @Override
  public String toString() {
    return "encryption key " + id + " (" + bits + " bits)";
  }
}
