package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the transactions of a group read: the storage, and above it the writes of the
 * previous group, which may not be written yet. The result is the same whether or not the storage
 * already shows that group.
 */
final class GroupBase {
  private final HeldSnapshot storage;
  private final HotRows hot;
  private @Nullable GroupWrites before;

  /**
   * @param storage a snapshot that the caller keeps open and {@link #release} releases
   * @param before the writes of the previous group, which is sealed; null when the storage shows
   *     all groups
   * @param hot rows that need not be read from the storage
   */
  GroupBase(HeldSnapshot storage, @Nullable GroupWrites before, HotRows hot) {
    this.storage = storage;
    this.hot = hot;
    this.before = before;
  }

  /** The value of the key, or null when it is absent. */
  byte @Nullable [] get(byte[] key) {
    return before != null && before.touches(key) ? before.rows().get(key) : hot.get(key, storage);
  }

  /**
   * The first {@code most} keys of [begin, end) that may have rows. No key with a row is left out.
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

  /**
   * Releases the snapshot and the previous group; no row is read afterwards. So a group does not
   * keep all groups before it in memory.
   */
  void release() {
    before = null;
    storage.release();
  }
}
