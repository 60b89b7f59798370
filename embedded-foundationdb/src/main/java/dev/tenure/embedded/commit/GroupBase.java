package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the transactions of a group find: the storage as it is, and above it the group before, which
 * may still be being written. Whether the storage shows that group already makes no difference.
 */
final class GroupBase {
  private final HeldSnapshot storage;
  private @Nullable GroupWrites before;

  /**
   * @param storage kept open by the caller, let go by {@link #release}
   * @param before to which nothing is added any more; null when the storage shows all groups
   */
  GroupBase(HeldSnapshot storage, @Nullable GroupWrites before) {
    this.storage = storage;
    this.before = before;
  }

  /** The value of the key, or null when it is absent. */
  byte @Nullable [] get(byte[] key) {
    return before != null && before.touches(key)
        ? before.rows().get(key)
        : storage.snapshot().get(key);
  }

  /**
   * The first {@code most} of the keys of [begin, end) that may have rows: none with a row is left
   * out.
   */
  List<byte[]> keys(byte[] begin, byte[] end, int most) {
    List<byte[]> stored = storage.snapshot().keys(begin, end, most);
    if (before == null) {
      return stored;
    }
    TreeSet<byte[]> all = new TreeSet<>(KeyBytes.ORDER);
    all.addAll(stored);
    for (byte[] key : before.rows().subMap(begin, true, end, false).keySet()) {
      all.add(key);
      if (all.size() >= most) {
        break;
      }
    }
    return new ArrayList<>(all);
  }

  /** Nothing is read any more; nor is a group kept by the next, and by the one after that. */
  void release() {
    before = null;
    storage.release();
  }
}
