package dev.tenure.campaigns.globalindex;

import java.util.Arrays;

/** A set of numbers above zero. */
final class LongSet {
  private long[] slots = new long[1 << 10];
  private int size;

  /** Gives whether the number was added. */
  boolean add(long number) {
    if (size * 2 > slots.length) {
      grow();
    }
    int slot = slot(number);
    if (slots[slot] == number) {
      return false;
    }
    slots[slot] = number;
    size++;
    return true;
  }

  int size() {
    return size;
  }

  void clear() {
    if (slots.length > 1 << 16) {
      slots = new long[1 << 10];
    } else {
      Arrays.fill(slots, 0);
    }
    size = 0;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length * 2];
    for (long each : old) {
      if (each != 0) {
        slots[slot(each)] = each;
      }
    }
  }

  private int slot(long number) {
    long hash = number * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> 32) & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != number) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
