package dev.tenure.consumer;

import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;

/** A storage in memory that refuses writes while it is full. */
final class FillingDisk extends ForwardingStorage {
  private volatile boolean full;

  FillingDisk() {
    super(new MemoryStorage());
  }

  void setFull(boolean nowFull) {
    full = nowFull;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    if (full) {
      throw new StorageException("no space left on the device");
    }
    super.apply(batch, sync);
  }
}
