package dev.tenure.record.store;

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
    private final byte @Nullable [] version;
    private final int keyCount;
    private final long bytes;

    /** A row without a version slot. */
    Row(byte[] key, byte[] value, int keyCount, long bytes) {
      this(key, value, null, keyCount, bytes);
    }

    Row(byte[] key, byte[] value, byte @Nullable [] version, int keyCount, long bytes) {
      this.version = version;
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

    /** The value of the record's version slot, null when there is none. */
    byte @Nullable [] version() {
      return version;
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
