package dev.tenure.embedded.storage;

import com.apple.foundationdb.KeyValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of a {@link Storage}; safe for use by many threads until it is closed. Returned
 * arrays belong to the caller. Reads throw {@link StorageException} when the storage cannot read
 * its rows.
 */
public interface StorageSnapshot extends AutoCloseable {

  /** The value of the key, or null when it is absent. */
  byte @Nullable [] get(byte[] key);

  /**
   * The rows of [begin, end) in key order, or in reverse from the end. Stops after {@code rows}
   * rows or after the row with which keys and values reach {@code bytes} bytes, whichever is first.
   *
   * @param rows at least 1
   * @param bytes at least 1
   */
  List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes);

  /** The keys of the first {@code rows} rows of [begin, end), in key order. */
  List<byte[]> keys(byte[] begin, byte[] end, int rows);

  @Override
  void close();
}
