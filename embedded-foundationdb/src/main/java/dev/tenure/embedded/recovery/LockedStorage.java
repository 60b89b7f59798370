package dev.tenure.embedded.recovery;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.io.IOException;

/** A storage that frees its directory once it is closed. */
final class LockedStorage implements Storage {
  private final Storage storage;
  private final DirectoryLock lock;

  LockedStorage(Storage storage, DirectoryLock lock) {
    this.storage = storage;
    this.lock = lock;
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
    try {
      storage.close();
    } finally {
      freeDirectory();
    }
  }

  private void freeDirectory() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new StorageException("cannot free the directory's lock: " + e.getMessage(), e);
    }
  }
}
