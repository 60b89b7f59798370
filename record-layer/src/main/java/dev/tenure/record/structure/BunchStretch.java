package dev.tenure.record.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive bunches without a gap, and the changes of keys in them. They reach from the bunch
 * before the first changed key to the bunch after the last one, if that was read. The changes are
 * made in memory, so that a bunch is written only once when several of its entries change.
 */
final class BunchStretch {
  private final BunchPlace place;
  private final BunchOptions options;
  private final NavigableMap<byte[], Bunch> bunches = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], Bunch> stored = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], Optional<byte[]>> changes =
      new TreeMap<>(Arrays::compareUnsigned);

  BunchStretch(BunchPlace place, BunchOptions options) {
    this.place = place;
    this.options = options;
  }

  /** Adds a stored bunch, unless it was added before. */
  void add(@Nullable Bunch bunch) {
    if (bunch != null && stored.putIfAbsent(bunch.firstKey(), bunch) == null) {
      bunches.put(bunch.firstKey(), bunch);
    }
  }

  /**
   * Whether a further key can be changed here, because no bunch is missing between the earlier
   * changes and this key.
   *
   * @param key a key after those of the earlier changes
   * @param before the bunch before the key
   */
  boolean reaches(byte[] key, @Nullable Bunch before) {
    return !changes.isEmpty()
        && place.together(changes.firstKey(), key)
        && (before == null || stored.containsKey(before.firstKey()));
  }

  /** Adds a change, which {@link #run} makes. */
  void change(byte[] key, Optional<byte[]> value) {
    changes.put(key, value);
  }

  /** Makes all changes. */
  void run() {
    changes.forEach((key, value) -> value.ifPresentOrElse(put -> put(key, put), () -> remove(key)));
  }

  private void put(byte[] key, byte[] value) {
    BunchedEntry entry = new BunchedEntry(key, value);
    Map.Entry<byte[], Bunch> before = bunches.floorEntry(key);
    if (before == null) {
      place(List.of(entry), bunches.firstEntry());
    } else if (before.getValue().isBefore(key) && !before.getValue().takes(options, entry)) {
      place(List.of(entry), bunches.higherEntry(before.getKey()));
    } else if (before.getValue().put(entry)) {
      List<BunchedEntry> over = new ArrayList<>();
      while (!before.getValue().fits(options)) {
        over.add(0, before.getValue().removeLast());
      }
      if (!over.isEmpty()) {
        place(over, bunches.higherEntry(before.getKey()));
      }
    }
  }

  /** Puts entries in front of the next bunch when it has room, else into one of their own. */
  private void place(List<BunchedEntry> entries, Map.@Nullable Entry<byte[], Bunch> next) {
    if (next != null && next.getValue().fits(options, entries)) {
      bunches.remove(next.getKey());
      next.getValue().prepend(entries);
      bunches.put(entries.get(0).key(), next.getValue());
      return;
    }
    Bunch own = Bunch.of(place, entries);
    bunches.put(entries.get(0).key(), own);
    List<BunchedEntry> over = new ArrayList<>();
    while (!own.fits(options)) {
      over.add(0, own.removeLast());
    }
    if (!over.isEmpty()) {
      place(over, next);
    }
  }

  private void remove(byte[] key) {
    Map.Entry<byte[], Bunch> found = bunches.floorEntry(key);
    if (found == null || !found.getValue().remove(key)) {
      return;
    }
    Bunch bunch = found.getValue();
    bunches.remove(found.getKey());
    if (!bunch.isEmpty()) {
      bunches.put(bunch.firstKey(), bunch);
      refill(bunch);
    }
  }

  /** Takes in the next bunch when this one has become small and both leave room for more. */
  private void refill(Bunch bunch) {
    int most = options.entriesMax();
    Map.Entry<byte[], Bunch> next = bunches.higherEntry(bunch.firstKey());
    if (bunch.size() <= most / 4
        && next != null
        && bunch.size() + next.getValue().size() <= most - most / 4
        && next.getValue().fits(options, bunch.list())) {
      bunches.remove(next.getKey());
      bunch.append(next.getValue());
    }
  }

  /** The stored keys that are no longer the first of a bunch, after the changes. */
  List<byte[]> cleared() {
    return stored.keySet().stream().filter(key -> !bunches.containsKey(key)).toList();
  }

  /** The bunches to write, after the changes. */
  List<Bunch> written() {
    return bunches.values().stream().filter(Bunch::isChanged).toList();
  }

  /**
   * The ranges of keys on which the result depends, as begin and end. For each changed key, the
   * range begins at the bunch before the key and ends at the key. It ends at the next bunch instead
   * if that bunch has changed too. If another transaction put a key into such a range, the key
   * would lie inside a bunch that this transaction writes.
   */
  NavigableMap<byte[], byte[]> dependsOn() {
    NavigableMap<byte[], byte[]> ranges = new TreeMap<>(Arrays::compareUnsigned);
    changes
        .keySet()
        .forEach(
            key -> {
              byte[] before = stored.floorKey(key);
              ranges.put(before == null ? place.together(key) : before, BunchPlace.after(key));
            });
    stored.forEach(
        (key, bunch) -> {
          byte[] before = changes.lowerKey(key);
          if (before != null && (bunch.isChanged() || bunches.get(key) != bunch)) {
            ranges.merge(before, BunchPlace.after(key), BunchStretch::later);
          }
        });
    return ranges;
  }

  private static byte[] later(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) < 0 ? right : left;
  }
}
