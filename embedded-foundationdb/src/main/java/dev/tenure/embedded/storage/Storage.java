package dev.tenure.embedded.storage;

/**
 * An ordered map from keys to values, compared as unsigned bytes, with cheap point-in-time
 * snapshots. One thread writes, any thread takes and reads snapshots. The engine closes it.
 */
public interface Storage extends AutoCloseable {

  /**
   * Applies the batch's operations in their order, all or none.
   *
   * @param sync whether the batch, and all batches before it, must be on disk on return
   * @throws StorageException when the batch could not be written. The storage stays readable, and
   *     snapshots do not show the batch. If the storage is opened again before another batch has
   *     succeeded, the whole batch may be there
   */
  void apply(StorageBatch batch, boolean sync);

  /** An empty batch for {@link #apply}. */
  StorageBatch newBatch();

  /** A snapshot of everything applied so far; the caller closes it. */
  StorageSnapshot snapshot();

  /**
   * The approximate bytes of the keys and values of [begin, end). The result may be any number
   * below the true one.
   */
  long estimateBytes(byte[] begin, byte[] end);

  @Override
  void close();
}
