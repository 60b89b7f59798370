package dev.tenure.embedded.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file in the format of RocksDB's logs and manifests, and tells a torn end from damage.
 * RocksDB itself does not tell them apart in two cases. It takes a record whose length reaches
 * beyond the end of the file for one that a killed process was writing, even if the length is
 * damaged, and ignores all that follows. And it skips a block of zeros as if nothing had ever been
 * there.
 *
 * <pre>
 * file   := block*                  each of 32,768 bytes, the last may be shorter
 * block  := part* zero{0,6}         no part crosses the end of a block
 * part   := crc(4) length(2) type(1) payload(length)       little-endian
 * crc    := masked CRC-32C of type and payload
 * type   := 1 whole record | 2 first part of one | 3 middle part | 4 last part | RocksDB's own
 * </pre>
 */
final class RecordLogCheck implements AutoCloseable {
  private static final int BLOCK_BYTES = 32_768;
  private static final int HEADER_BYTES = 7;
  private static final int CRC_MASK_DELTA = 0xa282ead8;
  private static final int WHOLE = 1;
  private static final int FIRST_PART = 2;
  private static final int MIDDLE_PART = 3;

  private final FileChannel channel;
  private final byte[] block = new byte[BLOCK_BYTES];
  private final byte[] head = new byte[RocksBatch.HEADER_BYTES];
  private int headBytes = -1;
  private long blockStart;
  private int blockBytes;
  private long wholeBytes;

  /**
   * The content of a log file.
   *
   * @param bytes the size of the file
   * @param wholeBytes the length of the beginning that has only whole records
   * @param damage the reason why the bytes behind the whole records are damage; null when they are
   *     a record that was cut off, or when there are none
   * @param syncedAfter whether a later batch of the log was written after everything before it had
   *     been synced
   */
  record Finding(long bytes, long wholeBytes, @Nullable String damage, boolean syncedAfter) {
    boolean endsWhole() {
      return bytes == wholeBytes;
    }
  }

  private RecordLogCheck(FileChannel channel) {
    this.channel = channel;
  }

  static Finding read(Path file) throws IOException {
    try (RecordLogCheck check =
        new RecordLogCheck(FileChannel.open(file, StandardOpenOption.READ))) {
      return check.readThrough();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private Finding readThrough() throws IOException {
    while (readBlock()) {
      int at = 0;
      while (blockBytes - at >= HEADER_BYTES) {
        if (!isPart(at, length(at))) {
          return afterBreakAt(at);
        }
        int end = at + HEADER_BYTES + length(at);
        if (type(at) != FIRST_PART && type(at) != MIDDLE_PART) {
          wholeBytes = blockStart + end;
        }
        at = end;
      }
      boolean isPadding = blockBytes == BLOCK_BYTES;
      if (isPadding && wholeBytes == blockStart + at) {
        wholeBytes = blockStart + blockBytes;
      }
      blockStart += blockBytes;
    }
    return new Finding(channel.size(), wholeBytes, null, false);
  }

  /** Looks through the rest of the file for parts that are whole. */
  private Finding afterBreakAt(int at) throws IOException {
    String damage = cutOffOr(at);
    boolean synced = false;
    int later = at + 1;
    do {
      while (blockBytes - later >= HEADER_BYTES) {
        if (length(later) > 0 && isPart(later, length(later))) {
          damage = "no record, but one follows";
          synced |= provesSync(later);
          later += HEADER_BYTES + length(later);
        } else {
          later++;
        }
      }
      blockStart += blockBytes;
      later = 0;
    } while (readBlock());
    return new Finding(channel.size(), wholeBytes, damage, synced);
  }

  /** Null when a part that begins here may have been cut off by the end of the file. */
  private @Nullable String cutOffOr(int at) {
    boolean neverWritten = length(at) == 0 && type(at) == 0;
    if (at + HEADER_BYTES + length(at) <= blockBytes && !neverWritten) {
      return "a record's checksum does not match";
    }
    int left = blockBytes - at - HEADER_BYTES;
    return left <= 0xffff && isPart(at, left) ? "a record's length does not match" : null;
  }

  /** Gathers the head of a batch from its parts; true when it is complete and proves it. */
  private boolean provesSync(int at) {
    int type = type(at);
    if (type == WHOLE || type == FIRST_PART) {
      headBytes = 0;
    } else if (headBytes < 0) {
      return false;
    }
    int taken = Math.min(head.length - headBytes, length(at));
    System.arraycopy(block, at + HEADER_BYTES, head, headBytes, taken);
    headBytes += taken;
    boolean isRecordOver = type != FIRST_PART && type != MIDDLE_PART;
    if (headBytes < head.length && !isRecordOver) {
      return false;
    }
    int found = headBytes;
    headBytes = -1;
    return RocksBatch.provesSync(head, found);
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

  private boolean isPart(int at, int length) {
    if (at + HEADER_BYTES + length > blockBytes || type(at) == 0) {
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

  private int type(int at) {
    return block[at + 6];
  }

  private int length(int at) {
    return (block[at + 4] & 0xff) | (block[at + 5] & 0xff) << 8;
  }
}
