package dev.tenure.record.serialize;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encryption keys that do not change. */
final class FixedKeys implements EncryptionKeys {
  private final EncryptionKey current;
  private final SortedMap<Integer, EncryptionKey> byId;

  FixedKeys(EncryptionKey current, SortedMap<Integer, EncryptionKey> byId) {
    this.current = current;
    this.byId = new TreeMap<>(byId);
  }

  @Override
  public EncryptionKey current() {
    return current;
  }

  @Override
  public Optional<EncryptionKey> byId(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public String toString() {
    return "encryption keys " + byId.keySet() + ", current " + current.id();
  }
}
