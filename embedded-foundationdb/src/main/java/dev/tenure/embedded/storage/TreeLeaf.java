package dev.tenure.embedded.storage;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the persistent B-tree: keys and values side by side, in order. */
final class TreeLeaf extends TreeNode {
  private byte[][] values;

  private TreeLeaf(Object owner, byte[][] keys, byte[][] values, int size, long bytes) {
    super(owner, keys, size, bytes);
    this.values = values;
  }

  static TreeLeaf empty(Object owner) {
    return new TreeLeaf(owner, new byte[ENTRIES_MAX + 1][], new byte[ENTRIES_MAX + 1][], 0, 0);
  }

  @Override
  TreeNode shrunk(Object batch) {
    return this;
  }

  @Override
  byte @Nullable [] get(byte[] key) {
    int at = lowerBound(key);
    return at < size && Arrays.equals(keys[at], key) ? values[at] : null;
  }

  @Override
  boolean scan(byte[] begin, byte[] end, RowCollector collector) {
    for (int i = lowerBound(begin); i < size && KeyBytes.isBefore(keys[i], end); i++) {
      if (!collector.add(keys[i].clone(), values[i].clone())) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean scanReverse(byte[] begin, byte[] end, RowCollector collector) {
    for (int i = lowerBound(end) - 1; i >= 0 && !KeyBytes.isBefore(keys[i], begin); i--) {
      if (!collector.add(keys[i].clone(), values[i].clone())) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean collectKeys(byte[] begin, byte[] end, int rows, List<byte[]> keysFound) {
    for (int i = lowerBound(begin); i < size && KeyBytes.isBefore(keys[i], end); i++) {
      if (keysFound.size() == rows) {
        return false;
      }
      keysFound.add(keys[i].clone());
    }
    return keysFound.size() < rows;
  }

  @Override
  long bytesIn(byte[] begin, byte[] end) {
    long sum = 0;
    for (int i = lowerBound(begin); i < size && KeyBytes.isBefore(keys[i], end); i++) {
      sum += rowBytes(i);
    }
    return sum;
  }

  @Override
  TreeNode put(Object batch, byte[] key, byte[] value) {
    TreeLeaf target = writable(batch);
    int at = target.lowerBound(key);
    if (at < target.size && Arrays.equals(target.keys[at], key)) {
      target.bytes += value.length - target.values[at].length;
      target.values[at] = value;
      return target;
    }
    System.arraycopy(target.keys, at, target.keys, at + 1, target.size - at);
    System.arraycopy(target.values, at, target.values, at + 1, target.size - at);
    target.keys[at] = key;
    target.values[at] = value;
    target.size++;
    target.bytes += key.length + value.length;
    return target;
  }

  @Override
  TreeNode deleteRange(Object batch, byte[] begin, byte[] end) {
    int from = lowerBound(begin);
    int to = lowerBound(end);
    if (from >= to) {
      return this;
    }
    TreeLeaf target = writable(batch);
    for (int i = from; i < to; i++) {
      target.bytes -= rowBytes(i);
    }
    System.arraycopy(target.keys, to, target.keys, from, size - to);
    System.arraycopy(target.values, to, target.values, from, size - to);
    target.shrinkTo(size - (to - from));
    return target;
  }

  @Override
  TreeNode splitOffUpperHalf(Object batch) {
    TreeLeaf upper = empty(batch);
    int half = size / 2;
    upper.size = size - half;
    System.arraycopy(keys, half, upper.keys, 0, upper.size);
    System.arraycopy(values, half, upper.values, 0, upper.size);
    for (int i = 0; i < upper.size; i++) {
      upper.bytes += upper.rowBytes(i);
    }
    bytes -= upper.bytes;
    shrinkTo(half);
    return upper;
  }

  @Override
  void append(byte[] separator, TreeNode right) {
    TreeLeaf leaf = (TreeLeaf) right;
    System.arraycopy(leaf.keys, 0, keys, size, leaf.size);
    System.arraycopy(leaf.values, 0, values, size, leaf.size);
    size += leaf.size;
    bytes += leaf.bytes;
  }

  @Override
  TreeLeaf writable(Object batch) {
    return owner == batch ? this : new TreeLeaf(batch, keys.clone(), values.clone(), size, bytes);
  }

  private long rowBytes(int at) {
    return (long) keys[at].length + values[at].length;
  }

  @SuppressWarnings("NullAway") // free places beyond size hold null and are never read
  private void shrinkTo(int newSize) {
    int oldSize = size;
    size = newSize;
    Arrays.fill(keys, newSize, Math.max(oldSize, newSize), null);
    Arrays.fill(values, newSize, Math.max(oldSize, newSize), null);
  }
}
