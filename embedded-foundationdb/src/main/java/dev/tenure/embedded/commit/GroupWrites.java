package dev.tenure.embedded.commit;

import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.storage.StorageBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The combined writes of a group's transactions that have been carried out so far: the last value
 * of each written key, and the large ranges that were cleared. Atomic operations read through it.
 *
 * <p>The clear of a range with few rows becomes as many deletions of keys, because range deletions
 * make later reads of that range slow.
 */
final class GroupWrites {
  private static final int ROWS_DELETED_SINGLY_MAX = 64;

  /**
   * A range that is deleted from the storage below. Rows that the group wrote there afterwards lie
   * above it.
   */
  @SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
  private record Cleared(byte[] begin, byte[] end) {
    boolean covers(byte[] key) {
      return !KeyBytes.isBefore(key, begin) && KeyBytes.isBefore(key, end);
    }
  }

  private final GroupBase base;
  private final NavigableMap<byte[], byte @Nullable []> rows = new TreeMap<>(KeyBytes.ORDER);
  private final List<Cleared> cleared = new ArrayList<>();

  GroupWrites(GroupBase base) {
    this.base = base;
  }

  boolean isEmpty() {
    return rows.isEmpty() && cleared.isEmpty();
  }

  /** The written keys with their new values; null for a deleted key. */
  NavigableMap<byte[], byte @Nullable []> rows() {
    return rows;
  }

  /** Whether the key lies in a large range that was cleared, and was not written afterwards. */
  boolean isCleared(byte[] key) {
    return !rows.containsKey(key) && isCovered(key);
  }

  /** Whether the key was written or cleared. */
  boolean touches(byte[] key) {
    return rows.containsKey(key) || isCovered(key);
  }

  boolean hasClearedRanges() {
    return !cleared.isEmpty();
  }

  void set(byte[] key, byte[] value) {
    rows.put(key, value);
  }

  void clear(byte[] begin, byte[] end) {
    byte[] clampedEnd = EngineKeys.clampEnd(end);
    if (KeyBytes.isSingleKey(begin, clampedEnd)) {
      rows.put(begin, null);
      return;
    }
    if (!KeyBytes.isBefore(begin, clampedEnd)) {
      return;
    }
    List<byte[]> present = base.keys(begin, clampedEnd, ROWS_DELETED_SINGLY_MAX + 1);
    rows.subMap(begin, true, clampedEnd, false).clear();
    if (present.size() > ROWS_DELETED_SINGLY_MAX) {
      cleared.add(new Cleared(begin, clampedEnd));
    } else {
      present.forEach(key -> rows.put(key, null));
    }
  }

  void change(MutationType type, byte[] key, byte[] operand) {
    rows.put(key, AtomicOperations.apply(type, current(key), operand));
  }

  /**
   * Adds the writes to the batch: the cleared ranges first, since the rows hold the writes that
   * followed a clear.
   */
  void writeTo(StorageBatch batch) {
    for (Cleared range : cleared) {
      batch.deleteRange(range.begin(), range.end());
    }
    rows.forEach(
        (key, value) -> {
          if (value == null) {
            batch.delete(key);
          } else {
            batch.put(key, value);
          }
        });
  }

  private byte @Nullable [] current(byte[] key) {
    byte[] written = rows.get(key);
    if (written != null || rows.containsKey(key)) {
      return written;
    }
    return isCovered(key) ? null : base.get(key);
  }

  private boolean isCovered(byte[] key) {
    for (Cleared range : cleared) {
      if (range.covers(key)) {
        return true;
      }
    }
    return false;
  }
}
