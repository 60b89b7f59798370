package dev.tenure.embedded.storage;

/**
 * A storage that passes each call on to another storage, unless a subclass overrides the method.
 */
public abstract class ForwardingStorage implements Storage {
  private final Storage storage;

  protected ForwardingStorage(Storage storage) {
    this.storage = storage;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    storage.apply(batch, sync);
  }

  @Override
  public StorageBatch newBatch() {
    return storage.newBatch();
  }

  @Override
  public StorageSnapshot snapshot() {
    return storage.snapshot();
  }

  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    return storage.estimateBytes(begin, end);
  }

  @Override
  public void close() {
    storage.close();
  }
}
