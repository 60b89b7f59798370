package dev.tenure.record;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Gives the rows of a scan one after another: keys, or records that lie over several keys. */
interface RowSource {

  /** The next row, null when there is no more. */
  CompletableFuture<@Nullable Row> next();

  /** Ends reading ahead. */
  void close();

  /** One row: the key, or what all keys of the record begin with; and the value put together. */
  final class Row {
    private final byte[] key;
    private final byte[] value;
    private final int keyCount;
    private final long bytes;

    Row(byte[] key, byte[] value, int keyCount, long bytes) {
      this.key = key;
      this.value = value;
      this.keyCount = keyCount;
      this.bytes = bytes;
    }

    byte[] key() {
      return key;
    }

    byte[] value() {
      return value;
    }

    int keyCount() {
      return keyCount;
    }

    /** The length of all keys and values read for it. */
    long bytes() {
      return bytes;
    }
  }
}
