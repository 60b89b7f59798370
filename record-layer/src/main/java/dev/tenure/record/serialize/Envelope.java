package dev.tenure.record.serialize;

import dev.tenure.record.tuple.Varint;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The bytes around a record's body:
 *
 * <pre>
 * format 2 | flags | bit 0: bytes that follow | schema version | bit 1: type key | bit 2: encoding
 * | bit 3: created, updated since | bit 4: compression, message length | bit 5: key id, nonce (12)
 * | body | bit 5: tag (16) | CRC-32C of all before (4)
 * </pre>
 *
 * <p>The checksum is in the same place with all flags, and is checked first. If it is correct, the
 * bytes are those that were written. So unknown flags come from a newer version, and a wrong tag
 * does not come from a damaged disk.
 *
 * @param bodyOffset the offset at which the body starts, after the nonce if there is one @param
 *     bodyEnd the offset at which the body and its tag end
 */
record Envelope(EnvelopeHead head, int bodyOffset, int bodyEnd) {
  static final byte FORMAT = 2;

  private static final int PREFIX_BYTES = 2;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BYTES_MIN = PREFIX_BYTES + 1 + CHECKSUM_BYTES;

  /**
   * The stored size of a record in bytes.
   *
   * @param rest the bytes of nonce, body and tag
   * @param wholeBytesMax the size above which a record contains its length
   */
  static int size(EnvelopeHead head, int rest, int wholeBytesMax) {
    int follow = head.size() + rest + CHECKSUM_BYTES;
    int size = PREFIX_BYTES + follow;
    return size > wholeBytesMax ? size + Varint.size(follow) : size;
  }

  /**
   * Writes everything before nonce and body into an array of {@link #size}.
   *
   * @return the offset at which nonce or body start
   */
  static int putHead(EnvelopeHead head, int rest, int wholeBytesMax, byte[] stored) {
    ByteBuffer out = ByteBuffer.wrap(stored);
    boolean hasLength = stored.length > wholeBytesMax;
    out.put(FORMAT).put((byte) (head.flags() | (hasLength ? EnvelopeHead.FLAG_LENGTH : 0)));
    if (hasLength) {
      Varint.put(out, head.size() + rest + CHECKSUM_BYTES);
    }
    head.put(out);
    return out.position();
  }

  /** Writes the checksum at the end of the array. */
  static void putChecksum(byte[] stored) {
    int bodyEnd = stored.length - CHECKSUM_BYTES;
    ByteBuffer.wrap(stored).putInt(bodyEnd, checksum(stored, bodyEnd));
  }

  /** Decodes the envelope of stored bytes, and checks its length, checksum and head. */
  static Envelope read(byte[] stored, StoredRecordErrors errors) {
    if (stored.length > 0 && stored[0] != FORMAT) {
      throw errors.unknown("has format " + (stored[0] & 0xFF) + ", known is " + FORMAT);
    }
    if (stored.length < BYTES_MIN) {
      throw errors.damaged("has " + stored.length + " bytes, the least is " + BYTES_MIN);
    }
    ByteBuffer in = ByteBuffer.wrap(stored).position(PREFIX_BYTES);
    int flags = stored[1] & 0xFF;
    if ((flags & EnvelopeHead.FLAG_LENGTH) != 0) {
      requireWhole(in, errors);
    }
    int bodyEnd = stored.length - CHECKSUM_BYTES;
    requireChecksum(stored, bodyEnd, errors);
    if ((flags & ~EnvelopeHead.FLAGS_KNOWN) != 0) {
      throw errors.unknown(
          String.format(
              "has format %d with flags %#x, known are %#x",
              FORMAT, flags, EnvelopeHead.FLAGS_KNOWN));
    }
    in.limit(bodyEnd);
    EnvelopeHead head = EnvelopeHead.get(flags, in, errors);
    return new Envelope(head, bodyOffset(head, in, errors), bodyEnd);
  }

  private static int bodyOffset(EnvelopeHead head, ByteBuffer in, StoredRecordErrors errors) {
    if (head.keyId().isEmpty()) {
      return in.position();
    }
    int least = RecordCipher.OVERHEAD_BYTES;
    if (in.remaining() < least) {
      throw errors.damaged(
          "is encrypted with " + in.remaining() + " bytes behind its head, the least is " + least);
    }
    return in.position() + RecordCipher.NONCE_BYTES;
  }

  private static void requireWhole(ByteBuffer in, StoredRecordErrors errors) {
    long declared = Varint.get(in);
    if (declared != in.remaining()) {
      throw errors.damaged(
          "has "
              + in.remaining()
              + " bytes behind its length, which "
              + (declared < 0 ? "is damaged" : "says " + declared));
    }
  }

  private static void requireChecksum(byte[] stored, int bodyEnd, StoredRecordErrors errors) {
    int expected = checksum(stored, bodyEnd);
    int found = ByteBuffer.wrap(stored).getInt(bodyEnd);
    if (expected != found) {
      throw errors.damaged(
          String.format("has the checksum %#010x, its bytes give %#010x", found, expected));
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
