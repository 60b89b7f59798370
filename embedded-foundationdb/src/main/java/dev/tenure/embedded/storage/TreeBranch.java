package dev.tenure.embedded.storage;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An inner node of the persistent B-tree. Child i holds the keys from {@code keys[i]} up to {@code
 * keys[i + 1]}; {@code keys[0]} is not compared, since the first child also takes all keys below
 * it.
 */
final class TreeBranch extends TreeNode {
  private TreeNode[] children;

  private TreeBranch(Object owner, byte[][] keys, TreeNode[] children, int size, long bytes) {
    super(owner, keys, size, bytes);
    this.children = children;
  }

  private static TreeBranch empty(Object owner) {
    return new TreeBranch(owner, new byte[ENTRIES_MAX + 1][], new TreeNode[ENTRIES_MAX + 1], 0, 0);
  }

  /** A new root over a root that grew too large; the batch must own the old root. */
  static TreeBranch over(Object batch, TreeNode tooLarge) {
    TreeBranch branch = empty(batch);
    branch.keys[0] = KeyBytes.EMPTY;
    branch.children[0] = tooLarge;
    branch.size = 1;
    branch.bytes = tooLarge.bytes;
    branch.splitChild(batch, 0);
    return branch;
  }

  @Override
  TreeNode shrunk(Object batch) {
    if (size > 1) {
      return this;
    }
    return size == 0 ? TreeLeaf.empty(batch) : children[0].shrunk(batch);
  }

  @Override
  byte @Nullable [] get(byte[] key) {
    return children[childOf(key)].get(key);
  }

  @Override
  boolean scan(byte[] begin, byte[] end, RowCollector collector) {
    int last = lastChildBefore(end);
    for (int i = childOf(begin); i <= last; i++) {
      if (!children[i].scan(begin, end, collector)) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean scanReverse(byte[] begin, byte[] end, RowCollector collector) {
    int first = childOf(begin);
    for (int i = lastChildBefore(end); i >= first; i--) {
      if (!children[i].scanReverse(begin, end, collector)) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean collectKeys(byte[] begin, byte[] end, int rows, List<byte[]> keysFound) {
    int last = lastChildBefore(end);
    for (int i = childOf(begin); i <= last; i++) {
      if (!children[i].collectKeys(begin, end, rows, keysFound)) {
        return false;
      }
    }
    return true;
  }

  @Override
  long bytesIn(byte[] begin, byte[] end) {
    int first = childOf(begin);
    int last = lastChildBefore(end);
    if (first >= last) {
      return children[first].bytesIn(begin, end);
    }
    long sum = children[first].bytesIn(begin, end) + children[last].bytesIn(begin, end);
    for (int i = first + 1; i < last; i++) {
      sum += children[i].bytes;
    }
    return sum;
  }

  @Override
  TreeNode put(Object batch, byte[] key, byte[] value) {
    TreeBranch target = writable(batch);
    int at = target.childOf(key);
    long before = target.children[at].bytes;
    TreeNode child = target.children[at].put(batch, key, value);
    target.children[at] = child;
    target.bytes += child.bytes - before;
    if (child.size > ENTRIES_MAX) {
      target.splitChild(batch, at);
    }
    return target;
  }

  @Override
  TreeNode deleteRange(Object batch, byte[] begin, byte[] end) {
    int first = childOf(begin);
    int last = lastChildBefore(end);
    if (first >= last) {
      return deleteInChild(batch, first, begin, end);
    }
    TreeBranch target = writable(batch);
    target.replaceChild(first, children[first].deleteRange(batch, begin, end));
    target.replaceChild(last, children[last].deleteRange(batch, begin, end));
    target.removeChildren(first + 1, last);
    target.tidy(batch, first + 1);
    target.tidy(batch, first);
    return target;
  }

  @Override
  TreeNode splitOffUpperHalf(Object batch) {
    TreeBranch upper = empty(batch);
    int half = size / 2;
    upper.size = size - half;
    System.arraycopy(keys, half, upper.keys, 0, upper.size);
    System.arraycopy(children, half, upper.children, 0, upper.size);
    for (int i = 0; i < upper.size; i++) {
      upper.bytes += upper.children[i].bytes;
    }
    bytes -= upper.bytes;
    shrinkTo(half);
    return upper;
  }

  @Override
  void append(byte[] separator, TreeNode right) {
    TreeBranch branch = (TreeBranch) right;
    System.arraycopy(branch.keys, 0, keys, size, branch.size);
    System.arraycopy(branch.children, 0, children, size, branch.size);
    keys[size] = separator;
    size += branch.size;
    bytes += branch.bytes;
  }

  @Override
  TreeBranch writable(Object batch) {
    return owner == batch
        ? this
        : new TreeBranch(batch, keys.clone(), children.clone(), size, bytes);
  }

  private TreeNode deleteInChild(Object batch, int at, byte[] begin, byte[] end) {
    long before = children[at].bytes;
    TreeNode child = children[at].deleteRange(batch, begin, end);
    if (child == children[at] && child.bytes == before) {
      return this;
    }
    TreeBranch target = writable(batch);
    target.children[at] = child;
    target.bytes += child.bytes - before;
    target.tidy(batch, at);
    return target;
  }

  private void replaceChild(int at, TreeNode child) {
    children[at] = child;
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += children[i].bytes;
    }
    bytes = sum;
  }

  /** Removes a child that is empty, merges one that is small with a small neighbour. */
  private void tidy(Object batch, int at) {
    if (at >= size) {
      return;
    }
    int entries = children[at].size;
    if (entries == 0) {
      removeChildren(at, at + 1);
    } else if (entries < ENTRIES_MIN) {
      if (at + 1 < size && entries + children[at + 1].size <= ENTRIES_AFTER_MERGE_MAX) {
        mergeWithNext(batch, at);
      } else if (at > 0 && entries + children[at - 1].size <= ENTRIES_AFTER_MERGE_MAX) {
        mergeWithNext(batch, at - 1);
      }
    }
  }

  private void mergeWithNext(Object batch, int at) {
    TreeNode merged = children[at].writable(batch);
    merged.append(keys[at + 1], children[at + 1]);
    children[at] = merged;
    long sum = bytes;
    removeChildren(at + 1, at + 2);
    bytes = sum;
  }

  private void splitChild(Object batch, int at) {
    TreeNode upper = children[at].splitOffUpperHalf(batch);
    System.arraycopy(keys, at + 1, keys, at + 2, size - at - 1);
    System.arraycopy(children, at + 1, children, at + 2, size - at - 1);
    keys[at + 1] = upper.keys[0];
    children[at + 1] = upper;
    size++;
  }

  private void removeChildren(int from, int to) {
    for (int i = from; i < to; i++) {
      bytes -= children[i].bytes;
    }
    System.arraycopy(keys, to, keys, from, size - to);
    System.arraycopy(children, to, children, from, size - to);
    shrinkTo(size - (to - from));
  }

  @SuppressWarnings("NullAway") // free places beyond size hold null and are never read
  private void shrinkTo(int newSize) {
    int oldSize = size;
    size = newSize;
    Arrays.fill(keys, newSize, oldSize, null);
    Arrays.fill(children, newSize, oldSize, null);
  }

  private int childOf(byte[] key) {
    int low = 1;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(keys[middle], key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The last child with a key that may lie below {@code end}; at least 0. */
  private int lastChildBefore(byte[] end) {
    int low = 1;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(keys[middle], end) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
