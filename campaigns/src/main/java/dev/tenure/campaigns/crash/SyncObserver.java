package dev.tenure.campaigns.crash;

import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import java.nio.file.Path;

/**
 * A storage that reports how much of its log is synced, each time before the engine learns it.
 */
final class SyncObserver extends ForwardingStorage {

  /**
   * Gets the position up to which the log is synced; all earlier logs are synced too.
   */
  interface Listener {
    void synced(String log, long bytes);
  }

  private final Path directory;
  private final Listener listener;

  SyncObserver(Storage storage, Path directory, Listener listener) {
    super(storage);
    this.directory = directory;
    this.listener = listener;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    super.apply(batch, sync);
    if (sync) {
      RocksLogs.newest(directory)
          .ifPresent(
              log -> listener.synced(String.valueOf(log.getFileName()), log.toFile().length()));
    }
  }
}
