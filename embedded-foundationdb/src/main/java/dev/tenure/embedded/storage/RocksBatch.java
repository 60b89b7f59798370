package dev.tenure.embedded.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.WriteBatch;

/**
 * A batch in RocksDB's own encoding, so that a group of commits crosses into native code once.
 *
 * <pre>
 * batch  := sequence(8 bytes, 0) count(4 bytes, little-endian) 0x03 0x01 mark record*
 * mark   := "S" when every batch before was on disk before this one was written | "U"
 * record := 0x01 key value | 0x00 key | 0x0F begin end
 * key, value, begin, end := length(base-128 varint, low groups first) bytes
 * </pre>
 *
 * RocksDB keeps the mark in its log alone. From the marks recovery knows which part of the log was
 * synced. Damage there is an error; damage behind it is what a loss of power leaves.
 */
final class RocksBatch implements StorageBatch {
  /** The number of first bytes of a batch that {@link #provesSync} needs. */
  static final int HEADER_BYTES = 15;

  private static final int COUNT_AT = 8;
  private static final int MARK_AT = 14;
  private static final byte LOG_DATA = 0x03;
  private static final byte MARK_SYNCED = 'S';
  private static final byte MARK_UNSYNCED = 'U';
  private static final int VARINT_BYTES_MAX = 5;
  private static final byte DELETE = 0x00;
  private static final byte PUT = 0x01;
  private static final byte DELETE_RANGE = 0x0f;

  private final List<byte[]> puts = new ArrayList<>();
  private byte[] encoded;
  private int size = HEADER_BYTES;
  private int count;

  /**
   * @param bytesExpected the initial capacity; a longer batch makes it grow
   */
  RocksBatch(int bytesExpected) {
    this.encoded = new byte[Math.max(HEADER_BYTES, bytesExpected)];
  }

  @Override
  public void put(byte[] key, byte[] value) {
    puts.add(key);
    begin(PUT, key.length + value.length);
    append(key);
    append(value);
  }

  @Override
  public void delete(byte[] key) {
    begin(DELETE, key.length);
    append(key);
  }

  @Override
  public void deleteRange(byte[] begin, byte[] end) {
    begin(DELETE_RANGE, begin.length + end.length);
    append(begin);
    append(end);
  }

  int bytes() {
    return size;
  }

  /** The keys of the rows that the batch puts. */
  List<byte[]> puts() {
    return puts;
  }

  /**
   * Whether a batch in a log proves that everything before it in the log was synced.
   *
   * @param head the first bytes of the batch
   * @param bytes the number of bytes in {@code head}: {@link #HEADER_BYTES}, or fewer when the
   *     batch is shorter
   */
  static boolean provesSync(byte[] head, int bytes) {
    if (bytes == HEADER_BYTES && head[MARK_AT - 2] == LOG_DATA && head[MARK_AT - 1] == 1) {
      return head[MARK_AT] != MARK_UNSYNCED;
    }
    // RocksDB begins a log with a batch of nothing, when it has recovered from another.
    return bytes >= COUNT_AT + 4 && (head[8] | head[9] | head[10] | head[11]) != 0;
  }

  /**
   * The batch in native memory; the caller closes it.
   *
   * @param syncedBefore whether every batch before is on disk
   */
  WriteBatch toNative(boolean syncedBefore) {
    encoded[MARK_AT - 2] = LOG_DATA;
    encoded[MARK_AT - 1] = 1;
    encoded[MARK_AT] = syncedBefore ? MARK_SYNCED : MARK_UNSYNCED;
    for (int i = 0; i < 4; i++) {
      encoded[COUNT_AT + i] = (byte) (count >>> (8 * i));
    }
    return new WriteBatch(Arrays.copyOf(encoded, size));
  }

  private void begin(byte kind, int payloadBytes) {
    int needed = Math.addExact(size, Math.addExact(payloadBytes, 1 + 2 * VARINT_BYTES_MAX));
    if (needed > encoded.length) {
      int doubled = encoded.length > Integer.MAX_VALUE / 2 ? needed : encoded.length * 2;
      encoded = Arrays.copyOf(encoded, Math.max(needed, doubled));
    }
    encoded[size++] = kind;
    count++;
  }

  private void append(byte[] bytes) {
    int length = bytes.length;
    while (length >= 0x80) {
      encoded[size++] = (byte) (length | 0x80);
      length >>>= 7;
    }
    encoded[size++] = (byte) length;
    System.arraycopy(bytes, 0, encoded, size, bytes.length);
    size += bytes.length;
  }
}
