package dev.tenure.record.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mutable bunch. The stored value is decoded at the first access. */
final class Bunch {
  private final BunchPlace place;
  private final byte[] storedKey;
  private final byte[] storedValue;
  private @Nullable List<BunchedEntry> entries;
  private boolean changed;

  private Bunch(
      BunchPlace place,
      byte[] storedKey,
      byte[] storedValue,
      @Nullable List<BunchedEntry> entries,
      boolean changed) {
    this.place = place;
    this.storedKey = storedKey;
    this.storedValue = storedValue;
    this.entries = entries;
    this.changed = changed;
  }

  /** A bunch that is stored. */
  static Bunch stored(BunchPlace place, byte[] key, byte[] value) {
    return new Bunch(place, key, value, null, false);
  }

  /** A bunch of at least one entry that is not stored yet. */
  static Bunch of(BunchPlace place, List<BunchedEntry> entries) {
    byte[] key = entries.get(0).key();
    return new Bunch(place, key, new byte[0], new ArrayList<>(entries), true);
  }

  private List<BunchedEntry> entries() {
    List<BunchedEntry> known = entries;
    if (known == null) {
      known = BunchCodec.decode(place, storedKey, storedValue);
      entries = known;
    }
    return known;
  }

  byte[] storedKey() {
    return storedKey;
  }

  /** The length of the stored value in bytes. */
  int storedBytes() {
    return storedValue.length;
  }

  boolean isChanged() {
    return changed;
  }

  boolean isEmpty() {
    return entries().isEmpty();
  }

  int size() {
    return entries().size();
  }

  byte[] firstKey() {
    return entries == null ? storedKey : entries.get(0).key();
  }

  /** The value of a bunch that is not empty. */
  byte[] encode() {
    return changed ? BunchCodec.encode(entries()) : storedValue;
  }

  /** Puts an entry. Returns whether the bunch has changed. */
  boolean put(BunchedEntry entry) {
    List<BunchedEntry> all = entries();
    int found = find(entry.key());
    if (found < 0) {
      all.add(-found - 1, entry);
    } else if (Arrays.equals(all.get(found).value(), entry.value())) {
      return false;
    } else {
      all.set(found, entry);
    }
    changed = true;
    return true;
  }

  /** Removes an entry. Returns whether it existed. */
  boolean remove(byte[] key) {
    int found = find(key);
    if (found < 0) {
      return false;
    }
    entries().remove(found);
    changed = true;
    return true;
  }

  BunchedEntry removeLast() {
    changed = true;
    return entries().remove(size() - 1);
  }

  /** Appends entries whose keys all come after these. */
  void append(Bunch next) {
    entries().addAll(next.entries());
    changed = true;
  }

  /** Prepends entries whose keys all come before these. */
  void prepend(List<BunchedEntry> first) {
    entries().addAll(0, first);
    changed = true;
  }

  /** Whether all keys of the bunch come before this one. */
  boolean isBefore(byte[] key) {
    return Arrays.compareUnsigned(entries().get(size() - 1).key(), key) < 0;
  }

  /** Whether the bunch stays within the options when an entry is appended. */
  boolean takes(BunchOptions options, BunchedEntry behind) {
    List<BunchedEntry> all = new ArrayList<>(entries());
    all.add(behind);
    return all.size() <= options.entriesMax() && fits(options, all, false);
  }

  /** Whether the bunch stays within the options when entries are prepended. */
  boolean fits(BunchOptions options, List<BunchedEntry> more) {
    if (size() + more.size() > options.entriesMax()) {
      return false;
    }
    List<BunchedEntry> all = new ArrayList<>(more);
    all.addAll(entries());
    return fits(options, all, all.size() == 1);
  }

  /** Whether the bunch is within the options. A bunch of one entry always is. */
  boolean fits(BunchOptions options) {
    return size() <= options.entriesMax() && fits(options, entries(), size() == 1);
  }

  private static boolean fits(BunchOptions options, List<BunchedEntry> all, boolean always) {
    long most = 1;
    for (BunchedEntry entry : all) {
      most += entry.key().length + entry.value().length + 2L * BunchCodec.SINGLE_OVERHEAD_MAX;
    }
    return always
        || most <= options.bytesMax()
        || BunchCodec.encode(all).length <= options.bytesMax();
  }

  private int find(byte[] key) {
    List<BunchedEntry> all = entries();
    int low = 0;
    int high = all.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(all.get(middle).key(), key);
      if (order == 0) {
        return middle;
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return -low - 1;
  }

  List<BunchedEntry> list() {
    return entries();
  }
}
