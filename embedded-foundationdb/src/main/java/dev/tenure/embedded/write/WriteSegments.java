package dev.tenure.embedded.write;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the key space as a {@link WriteBuffer} divides it into written keys, cleared
 * ranges, and untouched ranges. Every key lies in one segment. The buffer must not change while the
 * cursor is used.
 */
public final class WriteSegments {
  private final WriteBuffer buffer;
  private byte[] begin = KeyBytes.EMPTY;
  private byte[] end = KeyLimits.END;
  private boolean cleared;
  private boolean unreadable;
  private @Nullable KeyWrite write;

  public WriteSegments(WriteBuffer buffer) {
    this.buffer = buffer;
  }

  public WriteSegments copy() {
    WriteSegments copy = new WriteSegments(buffer);
    copy.begin = begin;
    copy.end = end;
    copy.cleared = cleared;
    copy.unreadable = unreadable;
    copy.write = write;
    return copy;
  }

  /** Moves to the segment that holds the key. */
  public void seek(byte[] key) {
    if (!KeyBytes.isBefore(key, KeyLimits.END)) {
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
    if (below != null && KeyBytes.isSingleKey(below.getKey(), key)) {
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
    end = KeyBytes.after(key);
    write = at;
    cleared = false;
    unreadable = at.isUnreadable();
  }

  private void betweenKeys(byte @Nullable [] lower, byte @Nullable [] higher) {
    write = null;
    begin = lower == null ? KeyBytes.EMPTY : KeyBytes.after(lower);
    end = higher == null ? KeyLimits.END : higher;
  }

  private void behindTheEnd() {
    write = null;
    cleared = false;
    unreadable = false;
    begin = KeyLimits.END;
    end = KeyBytes.after(KeyLimits.END);
  }

  private boolean within(IntervalSet set, byte[] key) {
    if (set.isEmpty()) {
      return false;
    }
    Map.Entry<byte[], byte[]> floor = set.floor(key);
    boolean inside = floor != null && KeyBytes.isBefore(key, floor.getValue());
    narrow(set, floor, inside, key);
    return inside;
  }

  private boolean withinBefore(IntervalSet set, byte[] key) {
    if (set.isEmpty()) {
      return false;
    }
    Map.Entry<byte[], byte[]> lower = set.lower(key);
    boolean inside = lower != null && KeyBytes.compare(key, lower.getValue()) <= 0;
    narrow(set, lower, inside, key);
    return inside;
  }

  private void narrow(
      IntervalSet set, Map.@Nullable Entry<byte[], byte[]> nearest, boolean inside, byte[] key) {
    if (nearest != null && inside) {
      begin = KeyBytes.greatest(begin, nearest.getKey());
      end = KeyBytes.least(end, nearest.getValue());
      return;
    }
    if (nearest != null) {
      begin = KeyBytes.greatest(begin, nearest.getValue());
    }
    byte[] next = set.nextBegin(key);
    if (next != null) {
      end = KeyBytes.least(end, next);
    }
  }

  public byte[] begin() {
    return begin;
  }

  public byte[] end() {
    return end;
  }

  public void next() {
    seek(end);
  }

  public void previous() {
    seekBefore(begin);
  }

  public boolean isUnreadable() {
    return unreadable;
  }

  boolean isCleared() {
    return cleared;
  }

  public boolean isUntouched() {
    return write == null && !cleared;
  }

  /** The write to this segment's key, or null on a range. */
  public @Nullable KeyWrite write() {
    return write;
  }

  /** Whether a read of the segment depends on stored rows. */
  public boolean showsStored() {
    return write == null ? !cleared : write.isDependent();
  }

  boolean isAtStart() {
    return Arrays.equals(begin, KeyBytes.EMPTY);
  }
}
