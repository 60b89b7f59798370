package dev.tenure.embedded.storage;

/**
 * Operations to be applied to a {@link Storage} in their order. Implementations are per storage.
 */
public interface StorageBatch {

  void put(byte[] key, byte[] value);

  void delete(byte[] key);

  void deleteRange(byte[] begin, byte[] end);
}
