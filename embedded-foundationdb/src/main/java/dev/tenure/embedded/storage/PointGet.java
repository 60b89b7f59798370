package dev.tenure.embedded.storage;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Reads one row through buffers outside the heap. RocksDB's own method for arrays throws and
 * catches a C++ exception for every absent row, which costs several times as much as the read.
 */
final class PointGet {
  /** The sizes of the buffers. Nearly all keys and values fit; longer ones are read into arrays. */
  private static final int KEY_BYTES_MAX = 1_024;

  private static final int VALUE_BYTES_MAX = 16_384;

  private static final ThreadLocal<PointGet> MINE = ThreadLocal.withInitial(PointGet::new);

  private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(KEY_BYTES_MAX);
  private final ByteBuffer valueBuffer = ByteBuffer.allocateDirect(VALUE_BYTES_MAX);

  private PointGet() {}

  /** The value of a key, or null when the key is absent. */
  static byte @Nullable [] of(RocksDB database, ReadOptions options, byte[] key)
      throws RocksDBException {
    return key.length > KEY_BYTES_MAX
        ? database.get(options, key)
        : MINE.get().read(database, options, key);
  }

  private byte @Nullable [] read(RocksDB database, ReadOptions options, byte[] key)
      throws RocksDBException {
    keyBuffer.clear().put(key).flip();
    valueBuffer.clear();
    int length = database.get(options, keyBuffer, valueBuffer);
    if (length == RocksDB.NOT_FOUND) {
      return null;
    }
    if (length > VALUE_BYTES_MAX) {
      return database.get(options, key);
    }
    byte[] value = new byte[length];
    valueBuffer.get(value);
    return value;
  }
}
