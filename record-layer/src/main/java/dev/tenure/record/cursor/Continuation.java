package dev.tenure.record.cursor;

import dev.tenure.record.RecordLayerException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Where a scan goes on: at its start, behind a position, or nowhere because it has ended.
 * Immutable; as bytes it can be kept outside of the process. It fits the scan that made it (the
 * same store, type or index, range and direction) and is refused by any other.
 *
 * <pre>
 * format 1 | tag: 0 start, 1 at, 2 end | at: scan fingerprint, 8 bytes; position | CRC-32C, 4 bytes
 * </pre>
 */
public final class Continuation {
  /** From the begin of the scan's range. */
  public static final Continuation START = new Continuation(Tag.START, 0, new byte[0]);

  /** There is no more. */
  public static final Continuation END = new Continuation(Tag.END, 0, new byte[0]);

  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 2;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BYTES_MAX = HEAD_BYTES + Long.BYTES + 10_000 + CHECKSUM_BYTES;

  private enum Tag {
    START(0),
    AT(1),
    END(2);

    final byte code;

    Tag(int code) {
      this.code = (byte) code;
    }
  }

  private final Tag tag;
  private final long fingerprint;
  private final byte[] position;

  private Continuation(Tag tag, long fingerprint, byte[] position) {
    this.tag = tag;
    this.fingerprint = fingerprint;
    this.position = position;
  }

  public static Continuation at(long fingerprint, byte[] position) {
    return new Continuation(Tag.AT, fingerprint, position);
  }

  /**
   * Reads what {@link #toBytes()} gave.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are anything else
   */
  public static Continuation fromBytes(byte[] bytes) {
    if (bytes.length < HEAD_BYTES + CHECKSUM_BYTES || bytes.length > BYTES_MAX) {
      throw refused(
          "has "
              + bytes.length
              + " bytes, expected "
              + (HEAD_BYTES + CHECKSUM_BYTES)
              + " to "
              + BYTES_MAX);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int bodyBytes = bytes.length - CHECKSUM_BYTES;
    int expected = checksum(bytes, bodyBytes);
    int found = buffer.getInt(bodyBytes);
    if (expected != found) {
      throw refused(
          String.format("has the checksum %#010x, its bytes give %#010x", found, expected));
    }
    if (bytes[0] != FORMAT) {
      throw refused("has format " + bytes[0] + ", known is " + FORMAT);
    }
    if (bytes[1] == Tag.AT.code && bodyBytes >= HEAD_BYTES + Long.BYTES) {
      byte[] position = Arrays.copyOfRange(bytes, HEAD_BYTES + Long.BYTES, bodyBytes);
      return at(buffer.getLong(HEAD_BYTES), position);
    }
    if (bytes[1] == Tag.START.code && bodyBytes == HEAD_BYTES) {
      return START;
    }
    if (bytes[1] == Tag.END.code && bodyBytes == HEAD_BYTES) {
      return END;
    }
    throw refused("has the tag " + bytes[1] + " and " + bodyBytes + " bytes of body");
  }

  public byte[] toBytes() {
    boolean at = tag == Tag.AT;
    int bodyBytes = HEAD_BYTES + (at ? Long.BYTES + position.length : 0);
    ByteBuffer buffer = ByteBuffer.allocate(bodyBytes + CHECKSUM_BYTES);
    buffer.put(FORMAT).put(tag.code);
    if (at) {
      buffer.putLong(fingerprint).put(position);
    }
    return buffer.putInt(checksum(buffer.array(), bodyBytes)).array();
  }

  /** Whether a scan from here gives nothing. */
  public boolean isEnd() {
    return tag == Tag.END;
  }

  public boolean isStart() {
    return tag == Tag.START;
  }

  /**
   * The position, for the scan of this fingerprint.
   *
   * @param scan for errors: what is scanned
   */
  public byte[] position(long scanFingerprint, String scan) {
    if (fingerprint != scanFingerprint) {
      throw refused(
          String.format(
              "is of the scan %016x, not of this one, %016x (%s)",
              fingerprint, scanFingerprint, scan));
    }
    return position;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Continuation that
        && tag == that.tag
        && fingerprint == that.fingerprint
        && Arrays.equals(position, that.position);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * tag.code + Long.hashCode(fingerprint)) + Arrays.hashCode(position);
  }

  @Override
  public String toString() {
    return tag == Tag.AT ? "AT " + HexFormat.of().formatHex(position) : tag.toString();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "continuation " + what);
  }
}
