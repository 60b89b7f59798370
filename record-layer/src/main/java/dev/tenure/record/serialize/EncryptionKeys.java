package dev.tenure.record.serialize;

import java.util.Optional;
import java.util.TreeMap;

/**
 * Encryption keys that can be rotated: the current key, which encrypts records that are saved, and
 * all keys that stored records may be encrypted with. To rotate:
 *
 * <ol>
 *   <li>Give the new key to every process, so that all can read with it.
 *   <li>Make it the current key.
 *   <li>Remove the old key when no record is encrypted with it any more.
 * </ol>
 *
 * <p>Implementations must be safe for use by many threads and must not block. The key of {@code
 * current} may change at any time.
 */
public interface EncryptionKeys {
  /** The key that encrypts records that are saved. */
  EncryptionKey current();

  /** The key with a number, which may be the current one; empty when there is none. */
  Optional<EncryptionKey> byId(int id);

  /**
   * Keys that do not change.
   *
   * @throws IllegalArgumentException when two have the same number
   */
  static EncryptionKeys of(EncryptionKey current, EncryptionKey... readable) {
    TreeMap<Integer, EncryptionKey> byId = new TreeMap<>();
    byId.put(current.id(), current);
    for (EncryptionKey key : readable) {
      if (byId.putIfAbsent(key.id(), key) != null) {
        throw new IllegalArgumentException("two encryption keys have the id " + key.id());
      }
    }
    return new FixedKeys(current, byId);
  }
}
