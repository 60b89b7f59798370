package dev.tenure.campaigns.history;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All rows of a history, each with the commits that changed it.
 */
final class VersionedRows {
  private final NavigableMap<byte[], NavigableMap<Stamp, Optional<byte[]>>> rows =
      new TreeMap<>(Arrays::compareUnsigned);

  /**
   * The rows after the commit at the stamp, or after the last one before it. Writes to the view stay in the view.
   */
  View at(Stamp stamp) {
    return new View(this, stamp);
  }

  void put(Stamp stamp, byte[] key, Optional<byte[]> value) {
    rows.computeIfAbsent(key, absent -> new TreeMap<>()).put(stamp, value);
  }

  Optional<byte[]> get(byte[] key, Stamp stamp) {
    NavigableMap<Stamp, Optional<byte[]>> values = rows.get(key);
    return values == null ? Optional.empty() : valueAt(values, stamp);
  }

  /** The rows of [begin, end) at a stamp, in a new map. */
  NavigableMap<byte[], byte[]> range(byte[] begin, byte[] end, Stamp stamp) {
    NavigableMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    if (Arrays.compareUnsigned(begin, end) < 0) {
      rows.subMap(begin, true, end, false)
          .forEach((key, values) -> valueAt(values, stamp).ifPresent(v -> found.put(key, v)));
    }
    return found;
  }

  private static Optional<byte[]> valueAt(
      NavigableMap<Stamp, Optional<byte[]>> values, Stamp stamp) {
    Map.Entry<Stamp, Optional<byte[]>> newest = values.floorEntry(stamp);
    return newest == null ? Optional.empty() : newest.getValue();
  }
}
