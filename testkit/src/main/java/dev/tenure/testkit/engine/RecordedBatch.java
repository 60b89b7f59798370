package dev.tenure.testkit.engine;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A batch that can be applied more than once. */
final class RecordedBatch implements StorageBatch {
  private final List<Consumer<StorageBatch>> operations = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private boolean hasRanges;

  @Override
  public void put(byte[] key, byte[] value) {
    operations.add(batch -> batch.put(key, value));
    keys.add(key);
  }

  @Override
  public void delete(byte[] key) {
    operations.add(batch -> batch.delete(key));
    keys.add(key);
  }

  @Override
  public void deleteRange(byte[] begin, byte[] end) {
    operations.add(batch -> batch.deleteRange(begin, end));
    hasRanges = true;
  }

  /**
   * The keys put and deleted, in order, without ranges.
   */
  List<byte[]> keys() {
    return keys;
  }

  boolean hasRanges() {
    return hasRanges;
  }

  /** The same operations as a batch of that storage. */
  StorageBatch copyFor(Storage storage) {
    StorageBatch copy = storage.newBatch();
    operations.forEach(operation -> operation.accept(copy));
    return copy;
  }
}
