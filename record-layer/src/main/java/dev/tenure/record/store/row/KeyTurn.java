package dev.tenure.record.store.row;

import java.util.Arrays;

/**
 * The key for {@code RecordContext.inTurn} of the writes of one stored key. The hash is computed
 * once, since it is needed several times.
 */
public final class KeyTurn {
  private final byte[] key;
  private final int hash;

  public KeyTurn(byte[] key) {
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
