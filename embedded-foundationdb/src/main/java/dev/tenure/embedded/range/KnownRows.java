package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stored rows that a transaction has read: disjoint ranges of which all rows are known. A
 * second read of a key is answered from here, even when the transaction's version can no longer be
 * read. Not safe for use by several threads.
 *
 * <p>Until the first range read, the keys that were read one by one lie in a hash map, where they
 * are found fastest.
 */
public final class KnownRows {
  /**
   * The most bytes that are kept. Beyond it, keeping the rows of a long scan costs more than
   * reading them again.
   */
  private static final long BYTES_MAX = 32L << 20;

  private static final int ENTRY_BYTES = 64;

  /** The result of {@link #find} for a key that is known to have no value. */
  public static final byte[] ABSENT = {};

  private final TreeMap<byte[], Known> knownByBegin = new TreeMap<>(KeyBytes.ORDER);
  private final HashMap<HashedKey, byte[]> singles = new HashMap<>();

  /** The approximate number of bytes added since the map was empty; not 0 once a row was read. */
  private long bytes;

  /** A range [begin, end) and all its rows, in key order. */
  @SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
  record Known(byte[] begin, byte[] end, List<KeyValue> rows) {

    boolean holds(byte[] key) {
      return KeyBytes.isBefore(key, end);
    }

    /** The index of the first row at or after the key. */
    int indexOf(byte[] key) {
      int low = 0;
      int high = rows.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (KeyBytes.isBefore(rows.get(middle).getKey(), key)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    boolean isRow(int index, byte[] key) {
      return index < rows.size() && KeyBytes.compare(rows.get(index).getKey(), key) == 0;
    }
  }

  /** A copy, which changes independently from now on. */
  KnownRows copy() {
    KnownRows copy = new KnownRows();
    copy.knownByBegin.putAll(knownByBegin);
    copy.singles.putAll(singles);
    copy.bytes = bytes;
    return copy;
  }

  /** Whether the transaction has read nothing. */
  boolean isEmpty() {
    return bytes == 0;
  }

  /** Forgets all rows when they exceed the limit. Called between reads. */
  public void trim() {
    if (bytes > BYTES_MAX) {
      knownByBegin.clear();
      singles.clear();
      bytes = 1;
    }
  }

  @Nullable Known floor(byte[] key) {
    return valueOf(ranges().floorEntry(key));
  }

  @Nullable Known lower(byte[] key) {
    return valueOf(ranges().lowerEntry(key));
  }

  /** The begin of the first known range at or after the key, or null. */
  byte @Nullable [] nextBegin(byte[] key) {
    return ranges().ceilingKey(key);
  }

  private static @Nullable Known valueOf(Map.@Nullable Entry<byte[], Known> entry) {
    return entry == null ? null : entry.getValue();
  }

  /** Whether nothing is known of [begin, end). */
  boolean isUnknown(byte[] begin, byte[] end) {
    Known lower = lower(end);
    return lower == null || KeyBytes.compare(lower.end(), begin) <= 0;
  }

  /** The known range that holds the key, or null. */
  @Nullable Known at(byte[] key) {
    Known floor = floor(key);
    return floor != null && floor.holds(key) ? floor : null;
  }

  /**
   * The value of the key, {@link #ABSENT} itself when the key is known to be absent, or null when
   * nothing is known.
   */
  public byte @Nullable [] find(HashedKey key) {
    byte[] single = singles.get(key);
    if (single != null || knownByBegin.isEmpty()) {
      return single;
    }
    Known range = valueOf(knownByBegin.floorEntry(key.bytes));
    if (range == null || !range.holds(key.bytes)) {
      return null;
    }
    int index = range.indexOf(key.bytes);
    return range.isRow(index, key.bytes) ? range.rows().get(index).getValue() : ABSENT;
  }

  /** Adds a key of which nothing is known. */
  public void add(HashedKey key, byte @Nullable [] value) {
    bytes += key.bytes.length + (value == null ? 0 : value.length) + ENTRY_BYTES;
    singles.put(key, value == null ? ABSENT : value);
  }

  /** The ranges, those of single keys included. */
  private NavigableMap<byte[], Known> ranges() {
    if (!singles.isEmpty()) {
      singles.forEach(this::settle);
      singles.clear();
    }
    return knownByBegin;
  }

  @SuppressWarnings("ReferenceEquality") // ABSENT is told from an empty value
  private void settle(HashedKey key, byte[] value) {
    List<KeyValue> rows = value == ABSENT ? List.of() : List.of(new KeyValue(key.bytes, value));
    knownByBegin.put(key.bytes, new Known(key.bytes, KeyBytes.after(key.bytes), rows));
  }

  /** Adds a range with its rows in key order; parts of it may be known already. */
  void add(byte[] begin, byte[] end, List<KeyValue> rows) {
    byte[] newBegin = begin;
    Known before = lower(begin);
    if (before != null && before.holds(begin)) {
      newBegin = before.end();
    }
    byte[] newEnd = end;
    Known behind = lower(end);
    if (behind != null && KeyBytes.isBefore(end, behind.end())) {
      newEnd = behind.begin();
    }
    if (!KeyBytes.isBefore(newBegin, newEnd)) {
      return;
    }
    Known whole = new Known(begin, end, rows);
    int from = newBegin == begin ? 0 : whole.indexOf(newBegin);
    int to = newEnd == end ? rows.size() : whole.indexOf(newEnd);
    ranges().subMap(newBegin, newEnd).clear();
    addUnknown(newBegin, newEnd, rows.subList(from, to));
  }

  /** As {@link #add}, for a range of which nothing is known yet. */
  void addUnknown(byte[] begin, byte[] end, List<KeyValue> rows) {
    bytes += ENTRY_BYTES;
    for (KeyValue row : rows) {
      bytes += RangeLimits.sizeOf(row) + ENTRY_BYTES;
    }
    knownByBegin.put(begin, new Known(begin, end, rows));
  }
}
