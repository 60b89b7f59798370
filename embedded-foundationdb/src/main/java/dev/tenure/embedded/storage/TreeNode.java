package dev.tenure.embedded.storage;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the persistent B-tree behind {@link MemoryStorage}.
 *
 * <p>A node may be changed in place only by the batch that made it ({@link #owner}); any other
 * batch copies it first, so a published root never changes. Methods that write return the node that
 * takes this node's place: itself, or the copy. After a write a node may have one entry more than
 * {@link #ENTRIES_MAX}; its parent then splits it.
 */
abstract sealed class TreeNode permits TreeLeaf, TreeBranch {
  static final int ENTRIES_MAX = 32;
  static final int ENTRIES_MIN = 8;
  static final int ENTRIES_AFTER_MERGE_MAX = 24;

  final Object owner;
  byte[][] keys;
  int size;
  long bytes;

  TreeNode(Object owner, byte[][] keys, int size, long bytes) {
    this.owner = owner;
    this.keys = keys;
    this.size = size;
    this.bytes = bytes;
  }

  abstract byte @Nullable [] get(byte[] key);

  /**
   * Gives the rows of [begin, end) to the collector in order. Returns false when the collector
   * wants no more.
   */
  abstract boolean scan(byte[] begin, byte[] end, RowCollector collector);

  abstract boolean scanReverse(byte[] begin, byte[] end, RowCollector collector);

  /**
   * Adds keys of [begin, end) until the list holds {@code rows} of them. Returns false when it
   * does.
   */
  abstract boolean collectKeys(byte[] begin, byte[] end, int rows, List<byte[]> keysFound);

  /** Bytes of keys and values in [begin, end). */
  abstract long bytesIn(byte[] begin, byte[] end);

  abstract TreeNode put(Object batch, byte[] key, byte[] value);

  abstract TreeNode deleteRange(Object batch, byte[] begin, byte[] end);

  /**
   * The node that replaces this one as the root: a branch with fewer than two children is replaced
   * by its child.
   */
  abstract TreeNode shrunk(Object batch);

  /** Moves the upper half to a new node. The batch must own this node. */
  abstract TreeNode splitOffUpperHalf(Object batch);

  /** Takes over the entries of the right neighbour. The batch must own this node. */
  abstract void append(byte[] separator, TreeNode right);

  /** This node if the batch owns it, otherwise a copy that the batch owns. */
  abstract TreeNode writable(Object batch);

  /** The index of the first key that is not below the given one, 0 to size. */
  final int lowerBound(byte[] key) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(keys[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
