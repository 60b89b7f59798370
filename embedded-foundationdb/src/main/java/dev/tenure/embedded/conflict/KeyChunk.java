package dev.tenure.embedded.conflict;

import java.util.Arrays;

/**
 * Up to {@link #ENTRIES_MAX} sorted keys with versions, in flat arrays. One array holds the bytes
 * of the keys in the order of their insertion. The other arrays hold, for each key in sorted order,
 * its start, its length, its version, and the head (see {@link KeyHeads}) of the bytes after the
 * prefix that all keys share. A full chunk of 40-byte keys takes 64 bytes an entry.
 */
final class KeyChunk {
  static final int ENTRIES_MAX = 128;
  private static final int ENTRIES_AT_FIRST = 16;
  private static final int BYTES_AT_FIRST = 512;
  private static final int OVERHEAD_BYTES = 112;
  private static final int ENTRY_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  private byte[] data;
  private int dataSize;
  private int[] starts;
  private int[] lengths;
  private long[] heads;
  private long[] versions;
  private int size;

  /** The length of a prefix that all keys share; the longest one may be longer. */
  private int shared;

  KeyChunk() {
    data = new byte[BYTES_AT_FIRST];
    starts = new int[ENTRIES_AT_FIRST];
    lengths = new int[ENTRIES_AT_FIRST];
    heads = new long[ENTRIES_AT_FIRST];
    versions = new long[ENTRIES_AT_FIRST];
  }

  int size() {
    return size;
  }

  /** The bytes of memory that the chunk takes. */
  long bytesHeld() {
    return OVERHEAD_BYTES + data.length + starts.length * (long) ENTRY_BYTES;
  }

  boolean isFull() {
    return size == ENTRIES_MAX;
  }

  long version(int at) {
    return versions[at];
  }

  void setVersion(int at, long version) {
    versions[at] = version;
  }

  byte[] key(int at) {
    return Arrays.copyOfRange(data, starts[at], starts[at] + lengths[at]);
  }

  /** The index of the first key that is not below the given one. */
  int lowerBound(byte[] key) {
    if (size == 0) {
      return 0;
    }
    int side = sideOfShared(key);
    if (side != 0) {
      return side < 0 ? 0 : size;
    }
    long head = KeyHeads.of(key, shared, key.length);
    int low = KeyHeads.firstNotBelow(heads, 0, size, head);
    int high = low < size && heads[low] == head ? KeyHeads.firstAbove(heads, low, size, head) : low;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int compare(int at, byte[] key) {
    int start = starts[at];
    return Arrays.compareUnsigned(data, start, start + lengths[at], key, 0, key.length);
  }

  boolean hasKey(int at, byte[] key) {
    return at < size && lengths[at] == key.length && compare(at, key) == 0;
  }

  /**
   * Whether an entry from index {@code from} on, with a key below {@code end}, has a newer version.
   */
  boolean hasNewer(int from, byte[] end, long version) {
    for (int i = from; i < size; i++) {
      if (versions[i] > version) {
        return compare(i, end) < 0;
      }
    }
    return false;
  }

  long greatestVersion() {
    long greatest = 0;
    for (int i = 0; i < size; i++) {
      greatest = Math.max(greatest, versions[i]);
    }
    return greatest;
  }

  /** Inserts a key at its index; the chunk must not be full. */
  void insert(int at, byte[] key, long version) {
    makeRoom(key.length);
    if (size == 0) {
      shared = key.length;
    } else {
      shareWith(key);
    }
    System.arraycopy(starts, at, starts, at + 1, size - at);
    System.arraycopy(lengths, at, lengths, at + 1, size - at);
    System.arraycopy(heads, at, heads, at + 1, size - at);
    System.arraycopy(versions, at, versions, at + 1, size - at);
    size++;
    setEntry(at, key, 0, key.length, version);
    heads[at] = KeyHeads.of(key, shared, key.length);
  }

  /** Removes the entries at the indexes [from, to). */
  void remove(int from, int to) {
    System.arraycopy(starts, to, starts, from, size - to);
    System.arraycopy(lengths, to, lengths, from, size - to);
    System.arraycopy(heads, to, heads, from, size - to);
    System.arraycopy(versions, to, versions, from, size - to);
    size -= to - from;
  }

  /** Moves the entries from index {@code half} on to a new chunk. */
  KeyChunk splitAt(int half) {
    KeyChunk upper = new KeyChunk();
    upper.appendEntries(this, half);
    remove(half, size);
    packData(0);
    makeHeads();
    return upper;
  }

  /**
   * Appends the other chunk's entries from an index on. All of them must lie above this chunk's
   * entries.
   */
  void appendEntries(KeyChunk other, int from) {
    for (int i = from; i < other.size; i++) {
      makeRoom(other.lengths[i]);
      setEntry(size++, other.data, other.starts[i], other.lengths[i], other.versions[i]);
    }
    makeHeads();
  }

  /**
   * Compares the key with the shared prefix: negative, positive, or 0 when the key begins with it.
   */
  private int sideOfShared(byte[] key) {
    int length = Math.min(shared, key.length);
    int start = starts[0];
    int order = Arrays.compareUnsigned(key, 0, length, data, start, start + length);
    return order != 0 || length == shared ? order : -1;
  }

  /** Counts the key among those that share their first bytes. */
  private void shareWith(byte[] key) {
    int length = Math.min(shared, key.length);
    int start = starts[0];
    int mismatch = Arrays.mismatch(data, start, start + length, key, 0, length);
    int common = mismatch < 0 ? length : mismatch;
    if (common < shared) {
      shared = common;
      makeHeadsOfShared();
    }
  }

  /**
   * Computes anew the prefix that all keys share. It is the common prefix of the first and the last
   * key.
   */
  private void makeHeads() {
    if (size > 0) {
      int first = starts[0];
      int last = starts[size - 1];
      int mismatch =
          Arrays.mismatch(data, first, first + lengths[0], data, last, last + lengths[size - 1]);
      shared = mismatch < 0 ? lengths[0] : mismatch;
      makeHeadsOfShared();
    }
  }

  private void makeHeadsOfShared() {
    for (int i = 0; i < size; i++) {
      heads[i] = KeyHeads.of(data, starts[i] + shared, starts[i] + lengths[i]);
    }
  }

  private void setEntry(int at, byte[] source, int from, int length, long version) {
    System.arraycopy(source, from, data, dataSize, length);
    starts[at] = dataSize;
    lengths[at] = length;
    versions[at] = version;
    dataSize += length;
  }

  /** Room for one more entry with a key of a length. */
  private void makeRoom(int length) {
    if (size == starts.length) {
      int room = Math.min(ENTRIES_MAX, size * 2);
      starts = Arrays.copyOf(starts, room);
      lengths = Arrays.copyOf(lengths, room);
      heads = Arrays.copyOf(heads, room);
      versions = Arrays.copyOf(versions, room);
    }
    if (data.length - dataSize < length) {
      packData(length);
    }
  }

  /** Frees the bytes of keys that are gone, and leaves room for some more. */
  private void packData(int moreAtLeast) {
    int inUse = 0;
    for (int i = 0; i < size; i++) {
      inUse += lengths[i];
    }
    byte[] old = data;
    int room = Math.max(moreAtLeast, inUse / 4);
    data = new byte[Math.max(BYTES_AT_FIRST, inUse + room)];
    dataSize = 0;
    for (int i = 0; i < size; i++) {
      System.arraycopy(old, starts[i], data, dataSize, lengths[i]);
      starts[i] = dataSize;
      dataSize += lengths[i];
    }
  }
}
