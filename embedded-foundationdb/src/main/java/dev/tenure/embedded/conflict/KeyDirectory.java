package dev.tenure.embedded.conflict;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.Arrays;

/**
 * The sorted lower bounds of the chunks of a {@link VersionedKeys}; the first is the empty key.
 * With each bound it holds the head (see {@link KeyHeads}) of the bytes after the prefix that the
 * bounds share.
 */
final class KeyDirectory {
  private static final int ARRAY_OVERHEAD_BYTES = 16;

  private byte[][] bounds = {KeyBytes.EMPTY};
  private long[] heads = new long[1];
  private int count = 1;

  /** The length of the prefix that all bounds but the first share. */
  private int shared;

  int count() {
    return count;
  }

  /** The bytes of memory that the directory takes. */
  long bytesHeld() {
    long sum = heads.length * (long) (Long.BYTES + Integer.BYTES);
    for (int i = 0; i < count; i++) {
      sum += ARRAY_OVERHEAD_BYTES + bounds[i].length;
    }
    return sum;
  }

  /** The last index whose bound is at or below the key. */
  int floor(byte[] key) {
    return firstBeyond(key, true) - 1;
  }

  /** The last index whose bound is below the key, or 0. */
  int lower(byte[] key) {
    return firstBeyond(key, false) - 1;
  }

  /** Compares the bound at an index with the key. */
  int compare(int at, byte[] key) {
    if (count > 2) {
      int side = sideOfShared(key);
      if (side != 0) {
        return -side;
      }
      int order = Long.compare(heads[at], head(key));
      if (order != 0) {
        return order;
      }
    }
    return KeyBytes.compare(bounds[at], key);
  }

  void insert(int at, byte[] bound) {
    if (count == bounds.length) {
      bounds = Arrays.copyOf(bounds, count * 2);
      heads = Arrays.copyOf(heads, count * 2);
    }
    System.arraycopy(bounds, at, bounds, at + 1, count - at);
    System.arraycopy(heads, at, heads, at + 1, count - at);
    bounds[at] = bound;
    count++;
    int common = count == 2 ? bound.length : sharedWith(bound);
    if (count == 2 || common < shared) {
      shared = common;
      for (int i = 1; i < count; i++) {
        heads[i] = head(bounds[i]);
      }
    } else {
      heads[at] = head(bound);
    }
  }

  /** Moves {@code length} bounds down over others. */
  void move(int from, int to, int length) {
    System.arraycopy(bounds, from, bounds, to, length);
    System.arraycopy(heads, from, heads, to, length);
  }

  /**
   * Keeps the first {@code newCount} bounds and drops the others. The first bound is the empty key
   * again.
   */
  void truncate(int newCount) {
    Arrays.fill(bounds, newCount, count, null);
    count = newCount;
    bounds[0] = KeyBytes.EMPTY;
  }

  /** The first place, from 1, with a bound above the key, or at it if {@code floor} is false. */
  private int firstBeyond(byte[] key, boolean floor) {
    int low = 1;
    int high = count;
    if (count > 2) {
      int side = sideOfShared(key);
      if (side != 0) {
        return side < 0 ? 1 : count;
      }
      long head = head(key);
      low = KeyHeads.firstNotBelow(heads, 1, count, head);
      high = KeyHeads.firstAbove(heads, low, count, head);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(bounds[middle], key);
      if (order < 0 || (order == 0 && floor)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Compares the key with the shared prefix: negative, positive, or 0 when the key begins with it.
   */
  private int sideOfShared(byte[] key) {
    int length = Math.min(shared, key.length);
    int order = Arrays.compareUnsigned(key, 0, length, bounds[1], 0, length);
    return order != 0 || length == shared ? order : -1;
  }

  private int sharedWith(byte[] bound) {
    byte[] any = bounds[bounds[1] == bound ? 2 : 1];
    int length = Math.min(shared, bound.length);
    int mismatch = Arrays.mismatch(any, 0, length, bound, 0, length);
    return mismatch < 0 ? length : mismatch;
  }

  private long head(byte[] key) {
    return KeyHeads.of(key, Math.min(shared, key.length), key.length);
  }
}
