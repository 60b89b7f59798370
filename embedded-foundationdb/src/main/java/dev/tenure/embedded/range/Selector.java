package dev.tenure.embedded.range;

import com.apple.foundationdb.KeySelector;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;

/**
 * A key selector without its or-equal flag: the first key at or after {@link #key}, moved by {@link
 * #offset} − 1 rows. Mutable: resolving it changes it step by step into equivalent selectors nearer
 * to the key to which it resolves.
 */
public final class Selector {
  /** Offsets beyond this run off any key space; cut to it they cannot overflow. */
  private static final int OFFSET_MAX = 1_000_000_000;

  byte[] key;
  int offset;

  /** The rest of the offset after the last resolution; it orders selectors on the same key. */
  int remaining;

  private Selector(byte[] key, int offset) {
    this.key = key;
    this.offset = offset;
    this.remaining = offset;
  }

  public static Selector of(KeySelector selector) {
    Selector asked = ofKeyRead(selector);
    asked.key = KeyLimits.asBorder(asked.key);
    return asked;
  }

  /**
   * As {@link #of}, for {@code getKey}: if the selector's key is too long, the border may be one
   * byte longer.
   */
  public static Selector ofKeyRead(KeySelector selector) {
    byte[] key = KeyLimits.asBorder(selector.getKey());
    byte[] border = selector.orEqual() ? KeyLimits.after(key) : key;
    int offset = Math.min(OFFSET_MAX, Math.max(-OFFSET_MAX, selector.getOffset()));
    return new Selector(border, offset);
  }

  static Selector of(byte[] key, int offset) {
    return new Selector(key, offset);
  }

  public static Selector firstAtOrAfter(byte[] key) {
    return new Selector(key, 1);
  }

  public byte[] key() {
    return key;
  }

  public int offset() {
    return offset;
  }

  public Selector copy() {
    return new Selector(key, offset);
  }

  public boolean isFirstAtOrAfter() {
    return offset == 1;
  }

  /** Whether the selector depends only on rows before its key. */
  boolean isBackward() {
    return offset <= 0;
  }

  public boolean isAtOrAfter(byte[] other) {
    return KeyBytes.compare(key, other) >= 0;
  }

  void settle(byte[] resolved) {
    key = resolved;
    offset = 1;
  }
}
