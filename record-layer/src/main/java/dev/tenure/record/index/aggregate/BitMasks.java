package dev.tenure.record.index.aggregate;

import java.util.Arrays;

/** The operands that set and clear bits of a row. Mutable. */
final class BitMasks {
  private final byte[] set;
  private final byte[] keep;
  private boolean sets;
  private boolean clears;

  /** Masks without a bit to set or clear, for a row of this number of bytes. */
  BitMasks(int bytes) {
    set = new byte[bytes];
    keep = new byte[bytes];
    Arrays.fill(keep, (byte) 0xFF);
  }

  /** Sets or clears a bit. */
  void add(int bit, boolean value) {
    byte mask = (byte) (1 << (bit % Byte.SIZE));
    if (value) {
      set[bit / Byte.SIZE] |= mask;
      sets = true;
    } else {
      keep[bit / Byte.SIZE] &= (byte) ~mask;
      clears = true;
    }
  }

  boolean isEmpty() {
    return !sets && !clears;
  }

  boolean clears() {
    return clears;
  }

  /** The operand of BIT_OR, with the bits to set. */
  byte[] set() {
    return set;
  }

  /** The operand of BIT_AND, with all bits except those to clear. */
  byte[] keep() {
    return keep;
  }
}
