package dev.tenure.record.store.row;

import org.jspecify.annotations.Nullable;

/**
 * One row. The key of a split record is the prefix of all its keys, and its value is assembled from
 * the chunks.
 */
public final class StoredRow {
  private final byte[] key;
  private final byte[] value;
  private final byte @Nullable [] version;
  private final int keyCount;
  private final long bytes;

  /** A row without a version slot. */
  public StoredRow(byte[] key, byte[] value, int keyCount, long bytes) {
    this(key, value, null, keyCount, bytes);
  }

  public StoredRow(byte[] key, byte[] value, byte @Nullable [] version, int keyCount, long bytes) {
    this.version = version;
    this.key = key;
    this.value = value;
    this.keyCount = keyCount;
    this.bytes = bytes;
  }

  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }

  /** The value of the record's version slot; null when there is none. */
  public byte @Nullable [] version() {
    return version;
  }

  public int keyCount() {
    return keyCount;
  }

  /** The bytes of all keys and values that were read for the row. */
  public long bytes() {
    return bytes;
  }
}
