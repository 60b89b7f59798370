package dev.tenure.record.store;

import java.util.Arrays;

/**
 * What the writes of one key take turns by; it is looked up several times, so it is hashed once.
 */
final class KeyTurn {
  private final byte[] key;
  private final int hash;

  KeyTurn(byte[] key) {
    this.key = key;
    this.hash = Arrays.hashCode(key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTurn that && hash == that.hash && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
