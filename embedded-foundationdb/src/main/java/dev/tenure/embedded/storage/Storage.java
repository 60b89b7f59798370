package dev.tenure.embedded.storage;

/**
 * An ordered map from keys to values, compared as unsigned bytes, with cheap point-in-time
 * snapshots. One thread writes, any thread takes and reads snapshots. Closed by the engine.
 */
public interface Storage extends AutoCloseable {

  /**
   * Applies the batch's operations in their order, all or none.
   *
   * @param sync whether the batch, and all batches before it, must be on disk on return
   * @throws StorageException when it failed; the storage stays readable and snapshots do not show
   *     the batch, but until another succeeds it may be there, whole, when the rows are opened
   *     again
   */
  void apply(StorageBatch batch, boolean sync);

  /** An empty batch for {@link #apply}. */
  StorageBatch newBatch();

  /** A snapshot of everything applied so far; the caller closes it. */
  StorageSnapshot snapshot();

  /** About how many bytes the keys and values of [begin, end) take; no lower bound is promised. */
  long estimateBytes(byte[] begin, byte[] end);

  @Override
  void close();
}
