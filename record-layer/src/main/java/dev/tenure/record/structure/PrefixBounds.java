package dev.tenure.record.structure;

import java.util.Arrays;

/** A range of the keys below a prefix. */
final class PrefixBounds {
  private final byte[] begin;
  private final byte[] end;

  PrefixBounds(byte[] begin, byte[] end) {
    this.begin = begin;
    this.end = end;
  }

  byte[] begin() {
    return begin;
  }

  byte[] end() {
    return end;
  }

  boolean isEmpty() {
    return Arrays.compareUnsigned(begin, end) >= 0;
  }

  boolean has(byte[] key) {
    return Arrays.compareUnsigned(begin, key) <= 0 && Arrays.compareUnsigned(key, end) < 0;
  }

  /** The rest of the range after a key, in the direction of the scan. */
  PrefixBounds behind(byte[] key, boolean reverse) {
    return reverse ? new PrefixBounds(begin, key) : new PrefixBounds(BunchPlace.after(key), end);
  }
}
