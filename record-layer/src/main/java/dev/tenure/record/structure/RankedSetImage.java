package dev.tenure.record.structure;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Computes all rows that a ranked set must have for given members. Only for sets that fit into
 * memory. Immutable.
 */
public final class RankedSetImage {
  private final RankedSetKeys keys;
  private final boolean countDuplicates;

  /** The image of the set with the given key prefix. */
  public RankedSetImage(byte[] prefix, RankedSetOptions options) {
    this.keys = new RankedSetKeys(prefix, options.levels());
    this.countDuplicates = options.countDuplicates();
  }

  /** The key range of the set, including keys that are only used in conflict ranges. */
  public Range range() {
    return keys.all();
  }

  /**
   * The rows.
   *
   * @param copies the number of copies of each member, at least 1
   * @param found the existing keys; spare fingers among them, which have no member, are kept
   */
  public NavigableMap<byte[], byte[]> rows(
      NavigableMap<Tuple, Long> copies, NavigableSet<byte[]> found) {
    NavigableMap<byte[], Long> members = new TreeMap<>(Arrays::compareUnsigned);
    copies.forEach((member, count) -> members.put(member.pack(), count));
    NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    members.forEach((member, count) -> rows.put(keys.row(0, member), RankedSetKeys.encode(count)));
    NavigableSet<byte[]> below = spare(members, found, 1, null);
    for (int level = 1; level < keys.levelCount(); level++) {
      NavigableSet<byte[]> spare = level == 1 ? below : spare(members, found, level, below);
      addLevel(level, members, spare, rows);
      below = spare;
    }
    return rows;
  }

  /** Fingers without a member that have one below them, or are of the lowest level. */
  private NavigableSet<byte[]> spare(
      NavigableMap<byte[], Long> members,
      NavigableSet<byte[]> found,
      int level,
      @Nullable NavigableSet<byte[]> below) {
    NavigableSet<byte[]> spare = new TreeSet<>(Arrays::compareUnsigned);
    byte[] begin = keys.row(level, RankedSetKeys.HEAD);
    for (byte[] key : found.subSet(ByteArrayUtil.keyAfter(begin), keys.end(level))) {
      byte[] member = Arrays.copyOfRange(key, begin.length, key.length);
      if (!members.containsKey(member)
          && keys.height(member) >= level
          && (below == null || below.contains(member))) {
        spare.add(member);
      }
    }
    return spare;
  }

  private void addLevel(
      int level,
      NavigableMap<byte[], Long> members,
      NavigableSet<byte[]> spare,
      NavigableMap<byte[], byte[]> rows) {
    NavigableMap<byte[], Long> fingers = new TreeMap<>(Arrays::compareUnsigned);
    fingers.put(RankedSetKeys.HEAD, 0L);
    spare.forEach(member -> fingers.put(member, 0L));
    for (byte[] member : members.keySet()) {
      if (keys.height(member) >= level) {
        fingers.put(member, 0L);
      }
    }
    for (Map.Entry<byte[], Long> member : members.entrySet()) {
      long weight = countDuplicates ? member.getValue() : 1;
      byte[] finger = Objects.requireNonNull(fingers.floorKey(member.getKey()), "head");
      fingers.merge(finger, weight, Long::sum);
    }
    fingers.forEach(
        (finger, weight) -> {
          if (finger.length > 0 || weight > 0) {
            rows.put(keys.row(level, finger), RankedSetKeys.encode(weight));
          }
        });
  }
}
