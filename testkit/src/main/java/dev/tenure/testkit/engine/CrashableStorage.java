package dev.tenure.testkit.engine;

import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory that lose power and refuse writes as a disk does, by a seed: the same calls in the
 * same order leave the same rows. Used by one thread.
 *
 * <p>A crash keeps all that was synced. Of the batches written since, it keeps the first few, each
 * whole: a recovery leaves the same when the last pages of the log reached the disk in part and out
 * of order.
 */
public final class CrashableStorage implements Storage {
  private final SplittableRandom random;
  private final MemoryStorage rows;
  private final List<RecordedBatch> unsynced = new ArrayList<>();
  private @Nullable RecordedBatch doubtful;
  private List<byte[]> written = new ArrayList<>();
  private boolean writtenAnywhere = true;
  private boolean failing;
  private boolean crashed;

  private CrashableStorage(SplittableRandom random, MemoryStorage rows) {
    this.random = random;
    this.rows = rows;
  }

  /** A storage without rows. */
  public static CrashableStorage seeded(long seed) {
    return new CrashableStorage(new SplittableRandom(seed), new MemoryStorage());
  }

  /**
   * The storage after a loss of power. This storage takes no further batch. Its snapshots stay
   * readable, because its engine may still hold them.
   */
  public CrashableStorage crash() {
    crashed = true;
    List<RecordedBatch> inLog = new ArrayList<>(unsynced);
    if (doubtful != null) {
      inLog.add(doubtful);
    }
    MemoryStorage left = rows.afterCrash();
    int kept = random.nextInt(inLog.size() + 1);
    inLog.subList(0, kept).forEach(batch -> left.apply(batch.copyFor(left), true));
    return new CrashableStorage(random.split(), left);
  }

  /** The number of batches that a crash could lose now. */
  public int unsyncedBatches() {
    return unsynced.size();
  }

  /**
   * The keys of the rows that may have changed since the last call.
   *
   * @return empty when any row may have changed: at the first call, after a crash, and after a
   *     range was deleted
   */
  public Optional<List<byte[]>> takeWritten() {
    Optional<List<byte[]>> taken = writtenAnywhere ? Optional.empty() : Optional.of(written);
    written = new ArrayList<>();
    writtenAnywhere = false;
    return taken;
  }

  /**
   * Makes writes fail, as on a full disk, or succeed again. A crash may keep the first batch that
   * failed, until another batch succeeds.
   */
  public void setFailing(boolean nowFailing) {
    failing = nowFailing;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    RecordedBatch recorded = (RecordedBatch) batch;
    if (crashed) {
      throw new StorageException("the storage has crashed");
    }
    if (failing) {
      doubtful = doubtful == null ? recorded : doubtful;
      throw new StorageException("no space left on the device");
    }
    doubtful = null;
    rows.apply(recorded.copyFor(rows), sync);
    written.addAll(recorded.keys());
    writtenAnywhere |= recorded.hasRanges();
    if (sync) {
      unsynced.clear();
    } else {
      unsynced.add(recorded);
    }
  }

  @Override
  public StorageBatch newBatch() {
    return new RecordedBatch();
  }

  @Override
  public StorageSnapshot snapshot() {
    return rows.snapshot();
  }

  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    return rows.estimateBytes(begin, end);
  }

  /** Syncs the rows unless writes fail. The rows stay, and another engine may be opened on them. */
  @Override
  public void close() {
    if (!crashed && !failing) {
      apply(newBatch(), true);
    }
  }
}
