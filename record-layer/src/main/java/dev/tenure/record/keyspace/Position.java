package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The position at which a list or an export continues, as bytes that can be kept outside of the
 * process.
 *
 * <pre>
 * format 1 | fingerprint of the reading, 4 bytes | body | CRC-32C of all before, 4 bytes
 * </pre>
 *
 * @param scan the fingerprint of the reading
 */
record Position(int scan) {
  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + Integer.BYTES;
  private static final int BYTES_MAX = 10_100;

  /** The positions of one kind of reading below one prefix. */
  static Position of(String kind, byte[] prefix) {
    CRC32C crc = new CRC32C();
    crc.update(kind.getBytes(StandardCharsets.UTF_8));
    crc.update(0);
    crc.update(prefix);
    return new Position((int) crc.getValue());
  }

  ByteString encode(byte[] body) {
    ByteBuffer buffer = ByteBuffer.allocate(HEAD_BYTES + body.length + Integer.BYTES);
    buffer.put(FORMAT).putInt(scan).put(body);
    return ByteString.copyFrom(
        buffer.putInt(Checksum.of(buffer.array(), buffer.position())).array());
  }

  /**
   * The body of a position.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are not a position, or belong
   *     to another reading
   */
  byte[] decode(ByteString position) {
    int size = position.size();
    if (size < HEAD_BYTES + Integer.BYTES || size > BYTES_MAX) {
      throw refused("has " + size + " bytes, expected 9 to " + BYTES_MAX, null);
    }
    byte[] bytes = position.toByteArray();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int bodyEnd = size - Integer.BYTES;
    int expected = Checksum.of(bytes, bodyEnd);
    if (buffer.getInt(bodyEnd) != expected) {
      throw refused(
          String.format(
              "has the checksum %#010x, its bytes give %#010x", buffer.getInt(bodyEnd), expected),
          null);
    }
    if (bytes[0] != FORMAT) {
      throw refused("has format " + bytes[0] + ", known is " + FORMAT, null);
    }
    if (buffer.getInt(1) != scan) {
      throw refused(String.format("is of %08x, not of this, %08x", buffer.getInt(1), scan), null);
    }
    return Arrays.copyOfRange(bytes, HEAD_BYTES, bodyEnd);
  }

  static RecordLayerException refused(String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "position " + what, cause);
  }
}
