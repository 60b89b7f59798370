package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The position at which an export continues.
 *
 * @param page the number of the next page
 * @param before the checksum of the previous page. For the first page it is drawn at random, so
 *     that a page of one export never seems to follow a page of another
 * @param last the bytes of the last key after those of the path
 */
record ExportPosition(long page, int before, ByteString last) {
  private static final String KIND = "export";
  private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  /** The position of the first page of a new export. */
  static ExportPosition start(RandomGenerator random) {
    return new ExportPosition(0, random.nextInt(), ByteString.EMPTY);
  }

  /** Decodes the position of an export of the path with this prefix. */
  static ExportPosition decode(byte[] prefix, ByteString from) {
    byte[] body = Position.of(KIND, prefix).decode(from);
    if (body.length < HEAD_BYTES || ByteBuffer.wrap(body).getLong() < 1) {
      throw Position.refused("has " + body.length + " bytes of body, and no page", null);
    }
    ByteBuffer buffer = ByteBuffer.wrap(body);
    return new ExportPosition(
        buffer.getLong(), buffer.getInt(), ByteString.copyFrom(PathKeys.rest(body, HEAD_BYTES)));
  }

  ByteString encode(byte[] prefix) {
    return Position.of(KIND, prefix)
        .encode(
            ByteBuffer.allocate(HEAD_BYTES + last.size())
                .putLong(page)
                .putInt(before)
                .put(last.asReadOnlyByteBuffer())
                .array());
  }

  /** The first key to read. */
  byte[] begin(byte[] prefix) {
    return page == 0
        ? prefix
        : ByteArrayUtil.keyAfter(ByteArrayUtil.join(prefix, last.toByteArray()));
  }
}
