package dev.tenure.embedded.range;

import java.util.Arrays;

/** A key of the database as the key of a hash map. */
public final class HashedKey {
  final byte[] bytes;
  private final int hash;

  /**
   * @param bytes not copied, must not change
   */
  public HashedKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashedKey key && hash == key.hash && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
