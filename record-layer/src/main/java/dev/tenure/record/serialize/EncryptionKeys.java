package dev.tenure.record.serialize;

import java.util.Optional;
import java.util.TreeMap;

/**
 * Rolling encryption keys: one that records are written under, and all those that records may still
 * be stored under. To roll, first give the new key to every process to read with, then make it the
 * current one; drop an old one when no record is left under it.
 *
 * <p>Implementations must be safe for use by many threads and must not block; what {@code current}
 * gives may change at any time.
 */
public interface EncryptionKeys {
  /** The key to write with. */
  EncryptionKey current();

  /** The key of a number, the current one included; empty when it is not known here. */
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
