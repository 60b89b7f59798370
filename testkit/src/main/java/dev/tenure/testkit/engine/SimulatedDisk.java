package dev.tenure.testkit.engine;

import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A storage that can lose power in the middle of a write. */
final class SimulatedDisk extends ForwardingStorage {
  private final CrashableStorage rows;
  private @Nullable Runnable whileWriting;

  SimulatedDisk(CrashableStorage rows) {
    super(rows);
    this.rows = rows;
  }

  /** The disk after a loss of power. */
  SimulatedDisk crash() {
    return new SimulatedDisk(rows.crash());
  }

  /**
   * Ends the next write in the middle, and then calls the action, which should crash the disk.
   */
  void failNextWrite(Runnable action) {
    whileWriting = action;
  }

  void spare() {
    whileWriting = null;
  }

  /** As {@link CrashableStorage#takeWritten()}. */
  Optional<List<byte[]>> takeWritten() {
    return rows.takeWritten();
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    Runnable action = whileWriting;
    if (action == null) {
      rows.apply(batch, sync);
      return;
    }
    whileWriting = null;
    rows.setFailing(true);
    try {
      rows.apply(batch, sync);
    } catch (StorageException e) {
      action.run();
      throw e;
    }
  }
}
