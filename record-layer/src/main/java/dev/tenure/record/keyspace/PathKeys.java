package dev.tenure.record.keyspace;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.util.Arrays;

/**
 * The keys of a path: its packed tuple, and all keys that continue it with another byte than {@code
 * FF}. No tuple element begins with {@code FF}. After a string or bytes, {@code FF} means that the
 * value has a NUL byte there and goes on, so such a key belongs to another path.
 */
final class PathKeys {
  static final byte ESCAPE = (byte) 0xFF;

  private PathKeys() {}

  static Range range(byte[] prefix) {
    return new Range(prefix, end(prefix));
  }

  /** The first key after all keys of the path. */
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
