package dev.tenure.campaigns.history;

import com.apple.foundationdb.KeySelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows that a transaction sees: those at a stamp, and its own writes over them.
 */
final class View {
  private static final byte[] FIRST = {};
  private static final byte[] END = {(byte) 0xff};

  private final VersionedRows below;
  private final Stamp stamp;
  private final NavigableMap<byte[], Optional<byte[]>> written =
      new TreeMap<>(Arrays::compareUnsigned);

  View(VersionedRows below, Stamp stamp) {
    this.below = below;
    this.stamp = stamp;
  }

  Optional<byte[]> get(byte[] key) {
    Optional<byte[]> own = written.get(key);
    return own != null ? own : below.get(key, stamp);
  }

  /** The rows of [begin, end), in a new map. */
  NavigableMap<byte[], byte[]> range(byte[] begin, byte[] end) {
    NavigableMap<byte[], byte[]> found = below.range(begin, end, stamp);
    if (Arrays.compareUnsigned(begin, end) < 0) {
      written
          .subMap(begin, true, end, false)
          .forEach(
              (key, value) ->
                  value.ifPresentOrElse(v -> found.put(key, v), () -> found.remove(key)));
    }
    return found;
  }

  NavigableMap<byte[], byte[]> all() {
    return range(FIRST, END);
  }

  /**
   * The key that a selector resolves to; beyond the first or last key, the empty key or {@code \xff}.
   */
  byte[] resolve(KeySelector selector) {
    List<byte[]> keys = new ArrayList<>(all().keySet());
    int below = 0;
    while (below < keys.size() && isBelow(keys.get(below), selector)) {
      below++;
    }
    int index = below - 1 + selector.getOffset();
    return index < 0 ? FIRST : index >= keys.size() ? END : keys.get(index);
  }

  private static boolean isBelow(byte[] key, KeySelector selector) {
    int order = Arrays.compareUnsigned(key, selector.getKey());
    return order < 0 || (order == 0 && selector.orEqual());
  }

  void set(byte[] key, byte[] value) {
    written.put(key, Optional.of(value));
  }

  void put(byte[] key, Optional<byte[]> value) {
    written.put(key, value);
  }

  void clear(byte[] begin, byte[] end) {
    range(begin, end).keySet().forEach(key -> written.put(key, Optional.empty()));
  }

  /**
   * The last value of each row written; empty for a cleared row.
   */
  NavigableMap<byte[], Optional<byte[]>> written() {
    return written;
  }
}
