package dev.tenure.record.index.version;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.tuple.StampedBytes;
import dev.tenure.record.tuple.TupleParts;

/**
 * Makes keys into which the commit puts its version. The tuple package of fdb-java needs the native
 * library for this.
 */
final class StampedKey {
  /** The type byte with which a version begins in a tuple. */
  private static final byte[] VERSIONSTAMP = {0x33};

  private StampedKey() {}

  /**
   * The key of a tuple with an incomplete version, followed by the offset at which the commit
   * writes its versionstamp.
   */
  static byte[] template(byte[] prefix, Tuple key, int versionColumn) {
    byte[] before = TupleParts.range(key, 0, versionColumn).pack(prefix);
    Versionstamp version = key.getVersionstamp(versionColumn);
    byte[] behind = TupleParts.range(key, versionColumn + 1, key.size()).pack();
    return StampedBytes.operand(
        ByteArrayUtil.join(before, VERSIONSTAMP, version.getBytes(), behind),
        before.length + VERSIONSTAMP.length);
  }
}
