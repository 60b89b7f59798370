package dev.tenure.testkit.crash;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.nio.file.Path;

/** A storage that tells, each time before the engine knows, how much of its log was synced. */
final class SyncObserver implements Storage {

  /** Is told that the log, and all before it, is synced so far. */
  interface Listener {
    void synced(String log, long bytes);
  }

  private final Storage storage;
  private final Path directory;
  private final Listener listener;

  SyncObserver(Storage storage, Path directory, Listener listener) {
    this.storage = storage;
    this.directory = directory;
    this.listener = listener;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    storage.apply(batch, sync);
    if (sync) {
      RocksLogs.newest(directory)
          .ifPresent(
              log -> listener.synced(String.valueOf(log.getFileName()), log.toFile().length()));
    }
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
