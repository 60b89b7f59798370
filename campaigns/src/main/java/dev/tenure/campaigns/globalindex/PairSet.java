package dev.tenure.campaigns.globalindex;

import java.util.Arrays;

/** A set of pairs of numbers; the first of a pair is above zero. */
final class PairSet {
  private static final int LEAST = 1 << 10;
  private static final int KEPT = 1 << 16;

  private long[] firsts = new long[LEAST];
  private long[] seconds = new long[LEAST];
  private int size;

  /** Gives whether the pair was added. */
  boolean add(long first, long second) {
    if (size * 2 > firsts.length) {
      grow();
    }
    int slot = slot(first, second);
    if (firsts[slot] != 0) {
      return false;
    }
    firsts[slot] = first;
    seconds[slot] = second;
    size++;
    return true;
  }

  int size() {
    return size;
  }

  void clear() {
    if (firsts.length > KEPT) {
      firsts = new long[LEAST];
      seconds = new long[LEAST];
    } else {
      Arrays.fill(firsts, 0);
    }
    size = 0;
  }

  private void grow() {
    long[] oldFirsts = firsts;
    long[] oldSeconds = seconds;
    firsts = new long[oldFirsts.length * 2];
    seconds = new long[oldFirsts.length * 2];
    for (int i = 0; i < oldFirsts.length; i++) {
      if (oldFirsts[i] != 0) {
        int slot = slot(oldFirsts[i], oldSeconds[i]);
        firsts[slot] = oldFirsts[i];
        seconds[slot] = oldSeconds[i];
      }
    }
  }

  /** Where the pair is, or the free slot for it. */
  private int slot(long first, long second) {
    long hash = (first * 0x9E3779B97F4A7C15L + second) * 0xD6E8FEB86659FD93L;
    int slot = (int) (hash >>> 32) & (firsts.length - 1);
    while (firsts[slot] != 0 && (firsts[slot] != first || seconds[slot] != second)) {
      slot = (slot + 1) & (firsts.length - 1);
    }
    return slot;
  }
}
