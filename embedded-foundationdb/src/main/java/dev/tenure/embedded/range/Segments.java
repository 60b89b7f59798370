package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import dev.tenure.embedded.write.KeyWrite;
import dev.tenure.embedded.write.WriteBuffer;
import dev.tenure.embedded.write.WriteSegments;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the key space as a transaction sees it: rows, ranges without rows, and unknown
 * ranges. Every key lies in one segment; a row is a segment of one key.
 *
 * <p>The cursor walks a {@link KnownRows} and a {@link WriteBuffer} side by side; a read of stored
 * rows has no buffer. A segment is a part of the key space in which both are uniform. After a
 * change of either, the cursor must seek again.
 */
final class Segments {
  private final KnownRows known;
  private final @Nullable WriteSegments writes;
  private byte[] knownBegin = KeyBytes.EMPTY;
  private byte[] knownEnd = KeyLimits.END;
  private KnownRows.@Nullable Known range;

  /** The place of the row in {@link #range}, or −1 between rows. */
  private int index = -1;

  byte[] begin = KeyBytes.EMPTY;
  byte[] end = KeyLimits.END;

  private Segments(KnownRows known, @Nullable WriteSegments writes) {
    this.known = known;
    this.writes = writes;
  }

  /** A new cursor, which must be positioned by {@link #seek} first. */
  static Segments of(KnownRows known, @Nullable WriteBuffer buffer) {
    WriteSegments writes =
        buffer == null || buffer.isTransparent() ? null : new WriteSegments(buffer);
    return new Segments(known, writes);
  }

  Segments copy() {
    Segments copy = new Segments(known, writes == null ? null : writes.copy());
    copy.knownBegin = knownBegin;
    copy.knownEnd = knownEnd;
    copy.range = range;
    copy.index = index;
    copy.begin = begin;
    copy.end = end;
    return copy;
  }

  void seek(byte[] key) {
    seekKnown(key);
    if (writes != null) {
      writes.seek(key);
    }
    meet();
  }

  void next() {
    byte[] from = end;
    if (KeyBytes.compare(knownEnd, from) <= 0) {
      seekKnown(from);
    }
    if (writes != null && KeyBytes.compare(writes.end(), from) <= 0) {
      writes.next();
    }
    meet();
  }

  void previous() {
    byte[] from = begin;
    if (KeyBytes.compare(knownBegin, from) >= 0) {
      seekKnownBefore(from);
    }
    if (writes != null && KeyBytes.compare(writes.begin(), from) >= 0) {
      writes.previous();
    }
    meet();
  }

  private void meet() {
    begin = writes == null ? knownBegin : KeyBytes.greatest(knownBegin, writes.begin());
    end = writes == null ? knownEnd : KeyBytes.least(knownEnd, writes.end());
  }

  private void seekKnown(byte[] key) {
    if (!KeyBytes.isBefore(key, KeyLimits.END)) {
      onRange(
          new KnownRows.Known(KeyLimits.END, KeyBytes.after(KeyLimits.END), List.of()), 0, false);
      return;
    }
    KnownRows.Known floor = known.floor(key);
    if (floor != null && floor.holds(key)) {
      int at = floor.indexOf(key);
      onRange(floor, at, floor.isRow(at, key));
    } else {
      byte[] next = known.nextBegin(key);
      offRange(floor == null ? KeyBytes.EMPTY : floor.end(), next == null ? KeyLimits.END : next);
    }
  }

  private void seekKnownBefore(byte[] key) {
    KnownRows.Known lower = known.lower(key);
    if (lower != null && KeyBytes.compare(key, lower.end()) <= 0) {
      int at = lower.indexOf(key);
      boolean endsWithRow = at > 0 && KeyBytes.isSingleKey(lower.rows().get(at - 1).getKey(), key);
      onRange(lower, endsWithRow ? at - 1 : at, endsWithRow);
    } else {
      byte[] next = known.nextBegin(key);
      offRange(lower == null ? KeyBytes.EMPTY : lower.end(), next == null ? KeyLimits.END : next);
    }
  }

  private void onRange(KnownRows.Known onto, int at, boolean onRow) {
    range = onto;
    List<KeyValue> rows = onto.rows();
    if (onRow) {
      index = at;
      knownBegin = rows.get(at).getKey();
      knownEnd = KeyBytes.after(knownBegin);
    } else {
      index = -1;
      knownBegin = at == 0 ? onto.begin() : KeyBytes.after(rows.get(at - 1).getKey());
      knownEnd = at == rows.size() ? onto.end() : rows.get(at).getKey();
    }
  }

  private void offRange(byte[] from, byte[] to) {
    range = null;
    index = -1;
    knownBegin = from;
    knownEnd = to;
  }

  boolean isUnreadable() {
    return writes != null && writes.isUnreadable();
  }

  /** Fails with 1036 where a pending versionstamp hides what the segment holds. */
  void requireReadable() {
    if (isUnreadable()) {
      throw FdbErrors.exception(FdbErrors.ACCESSED_UNREADABLE);
    }
  }

  boolean isUnknown() {
    return range == null && (writes == null || writes.showsStored());
  }

  boolean isKnown() {
    return !isUnreadable() && !isUnknown();
  }

  /**
   * Whether the segment is a key with a value, or a key that the transaction's own atomic operation
   * removes.
   */
  boolean isRow() {
    KeyWrite write = write();
    if (write != null) {
      return range != null || !write.isDependent();
    }
    return index >= 0 && (writes == null || writes.isUntouched());
  }

  boolean isEmpty() {
    return !isRow() && !isUnknown();
  }

  /** The row at the cursor; null when an own write removes it. Called only when {@link #isRow}. */
  @Nullable KeyValue row() {
    KeyWrite write = write();
    KeyValue stored = index >= 0 && range != null ? range.rows().get(index) : null;
    if (write == null) {
      return stored;
    }
    byte[] value = write.over(stored == null ? null : stored.getValue());
    return value == null ? null : new KeyValue(begin, value);
  }

  /**
   * The stored rows from the cursor to before {@code bound}, up to the first segment that is not a
   * stored row.
   */
  List<KeyValue> rowsUntil(byte[] bound) {
    if (range == null) {
      return List.of();
    }
    byte[] until = writes == null ? bound : KeyBytes.least(bound, writes.end());
    int to = Math.max(range.indexOf(until), index + 1);
    List<KeyValue> rows = range.rows().subList(index, to);
    onRange(range, to - 1, true);
    meet();
    return rows;
  }

  /**
   * The stored rows from {@code bound} to the cursor, in key order, back to the last segment that
   * is not a stored row.
   */
  List<KeyValue> rowsBackTo(byte[] bound) {
    if (range == null) {
      return List.of();
    }
    byte[] from = writes == null ? bound : KeyBytes.greatest(bound, writes.begin());
    int first = Math.min(range.indexOf(from), index);
    List<KeyValue> rows = range.rows().subList(first, index + 1);
    onRange(range, first, true);
    meet();
    return rows;
  }

  /** Whether the row at the cursor is a stored row that no own write touched. */
  boolean isStoredRow() {
    return write() == null;
  }

  private @Nullable KeyWrite write() {
    return writes == null ? null : writes.write();
  }

  boolean isSamePlace(Segments other) {
    return Arrays.equals(begin, other.begin);
  }

  boolean isSingleKey() {
    return KeyBytes.isSingleKey(begin, end);
  }

  boolean isAtStart() {
    return begin.length == 0;
  }
}
