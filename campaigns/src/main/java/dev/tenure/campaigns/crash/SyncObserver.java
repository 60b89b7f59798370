package dev.tenure.campaigns.crash;

import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import java.nio.file.Path;

/** A storage that tells, each time before the engine knows, how much of its log was synced. */
final class SyncObserver extends ForwardingStorage {

  /** Is told that the log, and all before it, is synced so far. */
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
