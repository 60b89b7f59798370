package dev.tenure.record.keyspace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Computes the checksum of positions and pages, CRC-32C. */
final class Checksum {
  private Checksum() {}

  static int of(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** The checksum that a page ends with. */
  static int ofPage(byte[] page) {
    return ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).getInt(page.length - Integer.BYTES);
  }
}
