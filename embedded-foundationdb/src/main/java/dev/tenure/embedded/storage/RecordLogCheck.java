package dev.tenure.embedded.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Reads through a file in the format of RocksDB's logs and manifests, to tell a torn end from
 * damage. RocksDB itself takes a record that claims to reach beyond the end of the file for one
 * that a killed process was writing, even if the claim is the damage, and forgets all that follows.
 *
 * <pre>
 * file   := block*                  each of 32,768 bytes, the last may be shorter
 * block  := record* zero{0,6}       no record crosses the end of a block
 * record := crc(4) length(2) type(1) payload(length)       little-endian
 * crc    := masked CRC-32C of type and payload
 * type   := 1 whole | 2 first part | 3 middle part | 4 last part | others of RocksDB's own
 * </pre>
 */
final class RecordLogCheck implements AutoCloseable {
  private static final int BLOCK_BYTES = 32_768;
  private static final int HEADER_BYTES = 7;
  private static final int CRC_MASK_DELTA = 0xa282ead8;
  private static final int FIRST_PART = 2;
  private static final int MIDDLE_PART = 3;

  private final Path file;
  private final FileChannel channel;
  private final byte[] block = new byte[BLOCK_BYTES];
  private long blockStart;
  private int blockBytes;

  private RecordLogCheck(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Whether the file ends with a whole record, or else in the middle of one.
   *
   * @throws StorageException when it is damaged before its end, with the place
   */
  static boolean endsWhole(Path file) throws IOException {
    try (RecordLogCheck check =
        new RecordLogCheck(file, FileChannel.open(file, StandardOpenOption.READ))) {
      return check.readThrough();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean readThrough() throws IOException {
    boolean partsExpected = false;
    while (readBlock()) {
      int at = 0;
      while (blockBytes - at >= HEADER_BYTES) {
        if (!isRecord(at, length(at))) {
          requireTornAt(at);
          return false;
        }
        int type = block[at + 6];
        partsExpected = type == FIRST_PART || type == MIDDLE_PART;
        at += HEADER_BYTES + length(at);
      }
      if (at < blockBytes && blockBytes < BLOCK_BYTES) {
        return false;
      }
      blockStart += blockBytes;
    }
    return !partsExpected;
  }

  /** Fills the block from its start on; false at the end of the file. */
  private boolean readBlock() throws IOException {
    ByteBuffer target = ByteBuffer.wrap(block);
    int read = 0;
    while (target.hasRemaining() && read >= 0) {
      read = channel.read(target, blockStart + target.position());
    }
    blockBytes = target.position();
    return blockBytes > 0;
  }

  /** A process died while writing here only if nothing valid follows. */
  private void requireTornAt(int at) throws IOException {
    int end = at + HEADER_BYTES + length(at);
    boolean neverWritten = length(at) == 0 && block[at + 6] == 0;
    if (end <= blockBytes && !neverWritten) {
      throw damaged(at, "a record's checksum does not match");
    }
    int left = blockBytes - at - HEADER_BYTES;
    if (left <= 0xffff && isRecord(at, left)) {
      throw damaged(at, "a record's length does not match");
    }
    for (int later = at + 1; later + HEADER_BYTES <= blockBytes; later++) {
      if (length(later) > 0 && isRecord(later, length(later))) {
        throw damaged(at, "no record, but one follows");
      }
    }
    long place = blockStart + at;
    blockStart += blockBytes;
    while (readBlock()) {
      if (blockBytes >= HEADER_BYTES && length(0) > 0 && isRecord(0, length(0))) {
        throw damaged(place, "no record, but one follows in the block at " + blockStart);
      }
      blockStart += blockBytes;
    }
  }

  private boolean isRecord(int at, int length) {
    if (at + HEADER_BYTES + length > blockBytes || block[at + 6] == 0) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(block, at + 6, 1 + length);
    int value = (int) crc.getValue();
    int masked = ((value >>> 15) | (value << 17)) + CRC_MASK_DELTA;
    int stored = 0;
    for (int i = 3; i >= 0; i--) {
      stored = (stored << 8) | (block[at + i] & 0xff);
    }
    return masked == stored;
  }

  private int length(int at) {
    return (block[at + 4] & 0xff) | (block[at + 5] & 0xff) << 8;
  }

  private StorageException damaged(int at, String finding) {
    return damaged(blockStart + at, finding);
  }

  private StorageException damaged(long place, String finding) {
    return new StorageException(file + " is damaged at byte " + place + ": " + finding);
  }
}
