package dev.tenure.record.serialize;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;

/**
 * Compresses each record as a Zstandard frame. The frame has no checksum, since the envelope has
 * one.
 *
 * <p>A frame cannot make the reader allocate too much. It states its content size, which must equal
 * the size in the record's head. And it consists of blocks, each of which takes at least 4 bytes
 * and gives at most 128 KiB (RFC 8878, section 3.1.1.2). So a frame gives at most 32,768 bytes for
 * each byte.
 */
final class ZstdCompression implements RecordCompression {
  static final int ID = 1;

  private static final String LIBRARY = "com.github.luben.zstd.Zstd";
  private static final int LEVEL_MIN = 1;
  private static final int LEVEL_MAX = 19;
  private static final long RATIO_MAX = 32_768;

  private final int level;

  ZstdCompression(int level) {
    if (level < LEVEL_MIN || level > LEVEL_MAX) {
      throw new IllegalArgumentException(
          "zstd level is " + level + ", expected " + LEVEL_MIN + " to " + LEVEL_MAX);
    }
    if (!isAvailable()) {
      throw new IllegalStateException(
          "zstd needs the library com.github.luben:zstd-jni, which is not on the class path");
    }
    this.level = level;
  }

  /** Whether the library is on the class path; an application may leave it out. */
  static boolean isAvailable() {
    try {
      Class.forName(LIBRARY, false, ZstdCompression.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public byte[] compress(byte[] message) {
    byte[] bytes = new byte[Math.toIntExact(Zstd.compressBound(message.length))];
    long length = Zstd.compressByteArray(bytes, 0, bytes.length, message, 0, message.length, level);
    if (Zstd.isError(length)) {
      throw new IllegalStateException(
          "zstd compressing " + message.length + " bytes: " + Zstd.getErrorName(length));
    }
    return Arrays.copyOf(bytes, Math.toIntExact(length));
  }

  @Override
  public byte[] decompress(byte[] bytes, int offset, int length, int messageBytes) {
    if (messageBytes > length * RATIO_MAX) {
      throw new IllegalArgumentException(
          length + " bytes of zstd cannot give " + messageBytes + " bytes");
    }
    requireEqual("frame", Zstd.findFrameCompressedSize(bytes, offset, length), length);
    requireEqual("content", Zstd.getFrameContentSize(bytes, offset, length), messageBytes);
    byte[] message = new byte[messageBytes];
    long found = Zstd.decompressByteArray(message, 0, messageBytes, bytes, offset, length);
    requireEqual("decompressed content", found, messageBytes);
    return message;
  }

  private static void requireEqual(String what, long found, int expected) {
    if (Zstd.isError(found)) {
      throw new IllegalArgumentException("zstd " + what + ": " + Zstd.getErrorName(found));
    }
    if (found != expected) {
      throw new IllegalArgumentException(
          "zstd " + what + " is " + found + " bytes, expected " + expected);
    }
  }

  @Override
  public String toString() {
    return "zstd level " + level;
  }
}
