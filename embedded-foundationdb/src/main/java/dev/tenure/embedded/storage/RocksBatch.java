package dev.tenure.embedded.storage;

import java.util.Arrays;
import org.rocksdb.WriteBatch;

/**
 * A batch in RocksDB's own encoding, so that a group of commits crosses into native code once.
 *
 * <pre>
 * batch  := sequence(8 bytes, 0) count(4 bytes, little-endian) record*
 * record := 0x01 key value | 0x00 key | 0x0F begin end
 * key, value, begin, end := length(base-128 varint, low groups first) bytes
 * </pre>
 */
final class RocksBatch implements StorageBatch {
  private static final int HEADER_BYTES = 12;
  private static final int COUNT_AT = 8;
  private static final int VARINT_BYTES_MAX = 5;
  private static final byte DELETE = 0x00;
  private static final byte PUT = 0x01;
  private static final byte DELETE_RANGE = 0x0f;

  private byte[] encoded = new byte[4096];
  private int size = HEADER_BYTES;
  private int count;

  @Override
  public void put(byte[] key, byte[] value) {
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

  /** The batch in native memory; the caller closes it. */
  WriteBatch toNative() {
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
