package dev.tenure.embedded.transaction;

import dev.tenure.embedded.storage.Keys;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the key space as a {@link WriteBuffer} divides it: keys written, cleared ranges,
 * and untouched ranges between them. Every key lies in one segment. The buffer must not change
 * while the cursor is used.
 */
final class WriteSegments {
  private final WriteBuffer buffer;
  byte[] begin = Keys.EMPTY;
  byte[] end = KeySpace.END;
  private boolean cleared;
  private boolean unreadable;
  private @Nullable KeyWrite write;

  WriteSegments(WriteBuffer buffer) {
    this.buffer = buffer;
  }

  WriteSegments copy() {
    WriteSegments copy = new WriteSegments(buffer);
    copy.begin = begin;
    copy.end = end;
    copy.cleared = cleared;
    copy.unreadable = unreadable;
    copy.write = write;
    return copy;
  }

  /** Moves to the segment that holds the key. */
  void seek(byte[] key) {
    if (!Keys.isBefore(key, KeySpace.END)) {
      behindTheEnd();
      return;
    }
    KeyWrite at = buffer.keys.get(key);
    if (at != null) {
      onKey(key, at);
    } else {
      betweenKeys(buffer.keys.lowerKey(key), buffer.keys.higherKey(key));
      cleared = within(buffer.cleared, key);
      unreadable = within(buffer.unreadable, key);
    }
  }

  /** Moves to the segment that holds the last possible key before this one. */
  void seekBefore(byte[] key) {
    Map.Entry<byte[], KeyWrite> below = buffer.keys.lowerEntry(key);
    if (below != null && Keys.isSingleKey(below.getKey(), key)) {
      onKey(below.getKey(), below.getValue());
    } else {
      byte[] lower = below == null ? null : below.getKey();
      betweenKeys(lower, buffer.keys.ceilingKey(key));
      cleared = withinBefore(buffer.cleared, key);
      unreadable = withinBefore(buffer.unreadable, key);
    }
  }

  private void onKey(byte[] key, KeyWrite at) {
    begin = key;
    end = Keys.after(key);
    write = at;
    cleared = false;
    unreadable = at.isUnreadable();
  }

  private void betweenKeys(byte @Nullable [] lower, byte @Nullable [] higher) {
    write = null;
    begin = lower == null ? Keys.EMPTY : Keys.after(lower);
    end = higher == null ? KeySpace.END : higher;
  }

  private void behindTheEnd() {
    write = null;
    cleared = false;
    unreadable = false;
    begin = KeySpace.END;
    end = Keys.after(KeySpace.END);
  }

  private boolean within(IntervalSet set, byte[] key) {
    if (set.isEmpty()) {
      return false;
    }
    Map.Entry<byte[], byte[]> floor = set.floor(key);
    boolean inside = floor != null && Keys.isBefore(key, floor.getValue());
    narrow(set, floor, inside, key);
    return inside;
  }

  private boolean withinBefore(IntervalSet set, byte[] key) {
    if (set.isEmpty()) {
      return false;
    }
    Map.Entry<byte[], byte[]> lower = set.lower(key);
    boolean inside = lower != null && Keys.compare(key, lower.getValue()) <= 0;
    narrow(set, lower, inside, key);
    return inside;
  }

  private void narrow(
      IntervalSet set, Map.@Nullable Entry<byte[], byte[]> nearest, boolean inside, byte[] key) {
    if (nearest != null && inside) {
      begin = Keys.greatest(begin, nearest.getKey());
      end = Keys.least(end, nearest.getValue());
      return;
    }
    if (nearest != null) {
      begin = Keys.greatest(begin, nearest.getValue());
    }
    byte[] next = set.nextBegin(key);
    if (next != null) {
      end = Keys.least(end, next);
    }
  }

  void next() {
    seek(end);
  }

  void previous() {
    seekBefore(begin);
  }

  boolean isUnreadable() {
    return unreadable;
  }

  boolean isCleared() {
    return cleared;
  }

  boolean isUntouched() {
    return write == null && !cleared;
  }

  /** The write to the key this segment is, or null on a range. */
  @Nullable KeyWrite write() {
    return write;
  }

  /** Whether a read of the segment depends on what is stored. */
  boolean showsStored() {
    return write == null ? !cleared : write.isDependent();
  }

  boolean isAtStart() {
    return Arrays.equals(begin, Keys.EMPTY);
  }
}
