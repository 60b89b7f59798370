package dev.tenure.record.serialize;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM with a random nonce for each record. Besides the body, it authenticates the length of the
 * record's key (4 bytes, big-endian), that key, and the head with the nonce. Safe for use by many
 * threads: every call creates a new cipher, and one thread at a time draws a nonce.
 */
final class RecordCipher {
  static final int NONCE_BYTES = 12;
  static final int TAG_BYTES = 16;
  static final int OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

  private static final String ALGORITHM = "AES/GCM/NoPadding";

  private final RandomGenerator random;

  RecordCipher(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Writes a nonce, the encrypted body and its tag after the head, which ends at {@code headEnd}.
   */
  void seal(EncryptionKey key, byte[] body, byte[] recordKey, byte[] stored, int headEnd) {
    byte[] nonce = new byte[NONCE_BYTES];
    synchronized (random) {
      random.nextBytes(nonce);
    }
    System.arraycopy(nonce, 0, stored, headEnd, NONCE_BYTES);
    int offset = headEnd + NONCE_BYTES;
    try {
      cipher(Cipher.ENCRYPT_MODE, key, recordKey, stored, offset)
          .doFinal(body, 0, body.length, stored, offset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encrypting with " + key + " failed", e);
    }
  }

  /**
   * Decrypts the body of a record.
   *
   * @throws AEADBadTagException when key, record key, head, body and tag do not belong together
   */
  static byte[] open(EncryptionKey key, byte[] stored, Envelope envelope, byte[] recordKey)
      throws AEADBadTagException {
    int offset = envelope.bodyOffset();
    int length = envelope.bodyEnd() - offset;
    byte[] body = new byte[length - TAG_BYTES];
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, recordKey, stored, offset);
      cipher.doFinal(stored, offset, length, body, 0);
      return body;
    } catch (AEADBadTagException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("decrypting with " + key + " failed", e);
    }
  }

  /**
   * Makes a cipher whose nonce ends at an offset. All bytes before the offset are authenticated.
   */
  private static Cipher cipher(
      int mode, EncryptionKey key, byte[] recordKey, byte[] stored, int offset)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(
        mode,
        key.secret(),
        new GCMParameterSpec(TAG_BYTES * Byte.SIZE, stored, offset - NONCE_BYTES, NONCE_BYTES));
    cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(0, recordKey.length));
    cipher.updateAAD(recordKey);
    cipher.updateAAD(stored, 0, offset);
    return cipher;
  }
}
