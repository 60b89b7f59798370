package dev.tenure.embedded.commit;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.ForwardingStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A storage that counts its open snapshots, fails when told to, and checks the order of closing.
 */
final class StorageProbe extends ForwardingStorage {
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger gets = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean failing;
  private volatile boolean failingSnapshots;

  StorageProbe(Storage storage) {
    super(storage);
  }

  int open() {
    return open.get();
  }

  /** The number of single keys that were read. */
  int gets() {
    return gets.get();
  }

  boolean isClosed() {
    return closed.get();
  }

  /** Whether writes fail from now on. */
  void setFailing(boolean nowFailing) {
    failing = nowFailing;
  }

  /** Whether taking snapshots fails from now on, as it may when memory is short. */
  void setFailingSnapshots(boolean nowFailing) {
    failingSnapshots = nowFailing;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    if (failing) {
      throw new StorageException("no space left on the device");
    }
    super.apply(batch, sync);
  }

  @Override
  public StorageSnapshot snapshot() {
    if (failingSnapshots) {
      throw new IllegalStateException("no memory for a snapshot");
    }
    open.incrementAndGet();
    return new CountedSnapshot(super.snapshot());
  }

  @Override
  public void close() {
    if (open.get() != 0 || !closed.compareAndSet(false, true)) {
      throw new IllegalStateException("closed with " + open.get() + " snapshots open, or twice");
    }
    super.close();
  }

  private final class CountedSnapshot implements StorageSnapshot {
    private final StorageSnapshot snapshot;
    private final AtomicBoolean snapshotClosed = new AtomicBoolean();

    private CountedSnapshot(StorageSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      requireOpen();
      gets.incrementAndGet();
      return snapshot.get(key);
    }

    @Override
    public List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes) {
      requireOpen();
      return snapshot.range(begin, end, reverse, rows, bytes);
    }

    @Override
    public List<byte[]> keys(byte[] begin, byte[] end, int rows) {
      requireOpen();
      return snapshot.keys(begin, end, rows);
    }

    @Override
    public void close() {
      if (!snapshotClosed.compareAndSet(false, true)) {
        throw new IllegalStateException("snapshot closed twice");
      }
      open.decrementAndGet();
      snapshot.close();
    }

    private void requireOpen() {
      if (snapshotClosed.get()) {
        throw new IllegalStateException("snapshot used after it was closed");
      }
    }
  }
}
