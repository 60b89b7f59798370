package dev.tenure.record.store.row;

import com.apple.foundationdb.KeyValue;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.KeyValueLimits;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Assembles the keys of one split record. */
public final class SplitRecord {
  static final int CHUNK_BYTES = KeyValueLimits.VALUE_BYTES_MAX;

  /** The number {@link StoreKeys#WHOLE} as an element of a packed tuple. */
  private static final byte PACKED_WHOLE = 0x14;

  private final byte[] record;
  private final StoreKeys keys;
  private final TreeMap<Long, byte[]> parts = new TreeMap<>();
  private byte @Nullable [] version;
  private long bytes;

  /**
   * A record without keys.
   *
   * @param record the prefix of all keys of the record
   */
  public SplitRecord(byte[] record, StoreKeys keys) {
    this.record = record;
    this.keys = keys;
  }

  /**
   * Divides the bytes of a record into chunks: one with number 0, or several with numbers from 1.
   */
  public static List<byte[]> chunks(byte[] bytes) {
    int count = Math.max(1, (bytes.length + CHUNK_BYTES - 1) / CHUNK_BYTES);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                Arrays.copyOfRange(
                    bytes, i * CHUNK_BYTES, Math.min(bytes.length, (i + 1) * CHUNK_BYTES)))
        .toList();
  }

  /** The number of the first chunk of a record with this number of chunks. */
  public static int firstPart(int chunkCount) {
    return chunkCount == 1 ? StoreKeys.WHOLE : StoreKeys.FIRST_CHUNK;
  }

  /** The prefix of all keys of the record. */
  byte[] prefix() {
    return record;
  }

  /** Whether one key was added, which has the whole record: it cannot be of two states. */
  public boolean isWholeInOneKey() {
    return version == null && parts.size() == 1 && parts.firstKey() == StoreKeys.WHOLE;
  }

  /** Whether the key belongs to this record. */
  boolean owns(byte[] key) {
    return key.length > record.length
        && Arrays.equals(key, 0, record.length, record, 0, record.length)
        && key[record.length] != (byte) 0xFF;
  }

  public void add(KeyValue row) {
    byte[] key = row.getKey();
    boolean whole = key.length == record.length + 1 && key[record.length] == PACKED_WHOLE;
    long part =
        whole
            ? StoreKeys.WHOLE
            : keys.onlyLong(key, record.length, "part of a split record", "the number of a part");
    bytes += (long) key.length + row.getValue().length;
    if (part == StoreKeys.VERSION_SLOT) {
      version = row.getValue();
    } else {
      parts.put(part, row.getValue());
    }
  }

  /** The record as one row. */
  public StoredRow toRow() {
    int count = parts.size();
    int first = firstPart(count);
    if (count == 0 || parts.firstKey() != first || parts.lastKey() != first + count - 1L) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "record has the parts "
              + parts.keySet()
              + ", expected 0 alone or 1 and on without a gap ("
              + keys.describe(record)
              + ")");
    }
    if (count == 1) {
      return new StoredRow(record, parts.firstEntry().getValue(), version, 1, bytes);
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    parts.values().forEach(whole::writeBytes);
    return new StoredRow(record, whole.toByteArray(), version, count, bytes);
  }
}
