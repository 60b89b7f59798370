package dev.tenure.embedded.recovery;

import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageException;
import java.io.IOException;

/** A storage that frees its directory once it is closed. */
final class LockedStorage extends ForwardingStorage {
  private final DirectoryLock lock;

  LockedStorage(Storage storage, DirectoryLock lock) {
    super(storage);
    this.lock = lock;
  }

  @Override
  public void close() {
    try {
      super.close();
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
