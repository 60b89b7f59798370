package dev.tenure.embedded.storage;

/**
 * Operations to be applied to a {@link Storage} in their order. Each storage takes only the batches
 * that it made.
 */
public interface StorageBatch {

  void put(byte[] key, byte[] value);

  void delete(byte[] key);

  void deleteRange(byte[] begin, byte[] end);
}
