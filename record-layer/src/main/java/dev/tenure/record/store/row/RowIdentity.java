package dev.tenure.record.store.row;

import com.apple.foundationdb.Range;
import java.util.Arrays;

/**
 * The key of a row in hash maps, and for {@code RecordContext.inTurn}. The hash is computed once,
 * since it is needed several times.
 */
public final class RowIdentity {
  private final byte[] key;
  private final int hash;

  public RowIdentity(byte[] key) {
    this.key = key;
    this.hash = Arrays.hashCode(key);
  }

  /** Whether the key lies in a range. */
  public boolean isIn(Range range) {
    return Arrays.compareUnsigned(range.begin, key) <= 0
        && Arrays.compareUnsigned(key, range.end) < 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowIdentity that && hash == that.hash && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
