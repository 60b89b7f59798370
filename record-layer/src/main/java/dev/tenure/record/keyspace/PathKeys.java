package dev.tenure.record.keyspace;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.util.Arrays;

/**
 * The keys of a path: what it packs to, and all that begin so and do not go on with {@code FF}. No
 * element begins with that byte; but behind the end of a string or of bytes it would mean that the
 * value has a NUL there and goes on, so that such a key is of another path.
 */
final class PathKeys {
  static final byte ESCAPE = (byte) 0xFF;

  private PathKeys() {}

  static Range range(byte[] prefix) {
    return new Range(prefix, end(prefix));
  }

  /** The first key behind all keys of the path. */
  static byte[] end(byte[] prefix) {
    return ByteArrayUtil.join(prefix, new byte[] {ESCAPE});
  }

  static boolean isBelow(byte[] prefix, byte[] key) {
    return ByteArrayUtil.startsWith(key, prefix)
        && (key.length == prefix.length || key[prefix.length] != ESCAPE);
  }

  static byte[] rest(byte[] key, int begin) {
    return Arrays.copyOfRange(key, begin, key.length);
  }
}
