package dev.tenure.embedded.storage;

import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory, in a persistent B-tree: a snapshot is the tree's root and costs nothing. Given
 * arrays are kept, not copied. The storage also remembers its state at the last sync, for {@link
 * #afterCrash}.
 */
public final class MemoryStorage implements Storage {
  private volatile TreeNode root;
  private volatile TreeNode syncedRoot;

  public MemoryStorage() {
    this(TreeLeaf.empty(new Object()));
  }

  private MemoryStorage(TreeNode root) {
    this.root = root;
    this.syncedRoot = root;
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    TreeNode next = ((MemoryBatch) batch).applyTo(root);
    root = next;
    if (sync) {
      syncedRoot = next;
    }
  }

  @Override
  public StorageBatch newBatch() {
    return new MemoryBatch();
  }

  @Override
  public StorageSnapshot snapshot() {
    return new MemorySnapshot(root);
  }

  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    return KeyBytes.isBefore(begin, end) ? root.bytesIn(begin, end) : 0;
  }

  /** A storage with the rows that this one had at its last sync, as after a loss of power. */
  public MemoryStorage afterCrash() {
    return new MemoryStorage(syncedRoot);
  }

  /** Does nothing: the rows stay, and another engine may be opened on them. */
  @Override
  public void close() {}

  private record MemorySnapshot(TreeNode root) implements StorageSnapshot {
    @Override
    public byte @Nullable [] get(byte[] key) {
      byte[] value = root.get(key);
      return value == null ? null : value.clone();
    }

    @Override
    public List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes) {
      RowCollector collector = new RowCollector(rows, bytes);
      if (KeyBytes.isBefore(begin, end)) {
        boolean unused =
            reverse ? root.scanReverse(begin, end, collector) : root.scan(begin, end, collector);
      }
      return collector.rows();
    }

    @Override
    public List<byte[]> keys(byte[] begin, byte[] end, int rows) {
      List<byte[]> found = new ArrayList<>();
      if (rows > 0 && KeyBytes.isBefore(begin, end)) {
        boolean unused = root.collectKeys(begin, end, rows, found);
      }
      return found;
    }

    @Override
    public void close() {}
  }
}
