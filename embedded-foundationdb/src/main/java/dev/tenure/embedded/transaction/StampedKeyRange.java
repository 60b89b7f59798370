package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.Versionstamps;
import dev.tenure.embedded.storage.KeyBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Computes the keys that a versionstamped key may have after its commit. */
final class StampedKeyRange {

  private StampedKeyRange() {}

  /**
   * The range of keys that the stamped key can have when it commits after {@code version}.
   *
   * @param key the key with its offset at the end; fails with 2000 when that leaves no room for the
   *     stamp
   */
  static Range of(byte[] key, long version, byte[] readEnd) {
    if (!Versionstamps.hasPlace(key)) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
    int place = Versionstamps.offset(key);
    int length = key.length - Versionstamps.OFFSET_BYTES;
    byte[] begin = Arrays.copyOf(withStamp(key, version), length);
    byte[] end = Arrays.copyOf(key, length + 1);
    end[length] = 0;
    Arrays.fill(end, place, place + Versionstamps.BYTES, (byte) 0xff);
    return new Range(begin, KeyBytes.least(end, readEnd));
  }

  /** The key, still with its offset, and with the least possible stamp. */
  static byte[] withStamp(byte[] key, long version) {
    byte[] stamped = key.clone();
    ByteBuffer.wrap(stamped)
        .putLong(Versionstamps.offset(key), version)
        .putShort(Versionstamps.offset(key) + Long.BYTES, (short) 0);
    return stamped;
  }

  /** The key after a commit with this stamp. */
  static byte[] committed(byte[] key, byte[] stamp) {
    byte[] committed = Arrays.copyOf(key, key.length - Versionstamps.OFFSET_BYTES);
    System.arraycopy(stamp, 0, committed, Versionstamps.offset(key), stamp.length);
    return committed;
  }
}
