package dev.tenure.record.cursor;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Continuations as bytes.
 *
 * <pre>
 * continuation = format 2 | node | CRC-32C of all before, 4 bytes
 * node         = 0 start
 *              | 1 at:       fingerprint, 8 bytes | length | position
 *              | 2 end
 *              | 3 operator: code, 1 byte | fingerprint, 8 bytes | length | state | count | node...
 * length, count = varint in the fewest bytes
 * </pre>
 *
 * <p>The decoder trusts no input: it compares every length with the remaining bytes before it
 * allocates, and every depth with its limit before it descends.
 */
final class ContinuationCodec {
  private static final byte FORMAT = 2;
  private static final int HEAD_BYTES = 1;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BYTES_MIN = HEAD_BYTES + 1 + CHECKSUM_BYTES;

  private ContinuationCodec() {}

  static byte[] encode(Continuation continuation) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(FORMAT);
    write(out, continuation);
    Continuation.requireAtMost(
        "total bytes", (long) out.size() + CHECKSUM_BYTES, Continuation.BYTES_MAX);
    byte[] body = out.toByteArray();
    return ByteBuffer.allocate(body.length + CHECKSUM_BYTES)
        .put(body)
        .putInt(checksum(body, body.length))
        .array();
  }

  /** Recursion ends, since a continuation is not made deeper than its limit. */
  private static void write(ByteArrayOutputStream out, Continuation node) {
    out.write(node.tag().code);
    switch (node.tag()) {
      case START, END -> {}
      case AT -> {
        Continuation.requireAtMost(
            "a position of so many bytes", node.bytes().length, Continuation.POSITION_BYTES_MAX);
        writeBytes(out, node);
      }
      case OPERATOR -> {
        out.write(node.operator().code());
        writeBytes(out, node);
        out.writeBytes(Varint.bytes(node.children().size()));
        node.children().forEach(child -> write(out, child));
      }
    }
  }

  private static void writeBytes(ByteArrayOutputStream out, Continuation node) {
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(node.fingerprint()).array());
    out.writeBytes(Varint.bytes(node.bytes().length));
    long total = (long) out.size() + node.bytes().length + CHECKSUM_BYTES;
    Continuation.requireAtMost("total bytes", total, Continuation.BYTES_MAX);
    out.writeBytes(node.bytes());
  }

  static Continuation decode(byte[] bytes) {
    if (bytes.length < BYTES_MIN || bytes.length > Continuation.BYTES_MAX) {
      throw refused(
          "has "
              + bytes.length
              + " bytes, expected "
              + BYTES_MIN
              + " to "
              + Continuation.BYTES_MAX);
    }
    int bodyBytes = bytes.length - CHECKSUM_BYTES;
    int expected = checksum(bytes, bodyBytes);
    int found = ByteBuffer.wrap(bytes).getInt(bodyBytes);
    if (expected != found) {
      throw refused(
          String.format("has the checksum %#010x, its bytes give %#010x", found, expected));
    }
    if (bytes[0] != FORMAT) {
      throw refused("has format " + bytes[0] + ", known is " + FORMAT);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, HEAD_BYTES, bodyBytes - HEAD_BYTES);
    Continuation continuation = read(in, 1);
    if (in.hasRemaining()) {
      throw refused("has " + in.remaining() + " bytes behind its end");
    }
    return continuation;
  }

  private static Continuation read(ByteBuffer in, int depth) {
    if (depth > Continuation.DEPTH_MAX) {
      throw refused("is nested deeper than " + Continuation.DEPTH_MAX);
    }
    byte tag = one(in);
    if (tag == Continuation.Tag.START.code) {
      return Continuation.START;
    }
    if (tag == Continuation.Tag.END.code) {
      return Continuation.END;
    }
    if (tag == Continuation.Tag.AT.code) {
      return Continuation.at(fingerprint(in), bytes(in, Continuation.POSITION_BYTES_MAX));
    }
    if (tag == Continuation.Tag.OPERATOR.code) {
      return readOperator(in, depth);
    }
    throw refused("has the tag " + tag);
  }

  private static Continuation readOperator(ByteBuffer in, int depth) {
    int code = one(in) & 0xFF;
    Operator operator =
        Operator.ofCode(code).orElseThrow(() -> refused("has the operator code " + code));
    long fingerprint = fingerprint(in);
    byte[] state = bytes(in, Continuation.BYTES_MAX);
    int count = number(in);
    if (count > Continuation.CHILDREN_MAX || count > in.remaining()) {
      throw refused(
          "has "
              + count
              + " children in "
              + in.remaining()
              + " bytes, the limit is "
              + Continuation.CHILDREN_MAX);
    }
    List<Continuation> children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      children.add(read(in, depth + 1));
    }
    return Continuation.of(operator, fingerprint, state, children);
  }

  /** Reads bytes that are one number and nothing else. */
  static int number(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int number = number(in);
    if (in.hasRemaining()) {
      throw refused("has " + in.remaining() + " bytes behind a number");
    }
    return number;
  }

  private static int number(ByteBuffer in) {
    long number = Varint.get(in);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw refused("has an incomplete number at byte " + in.position());
    }
    return (int) number;
  }

  private static byte one(ByteBuffer in) {
    requireLeft(in, 1);
    return in.get();
  }

  private static long fingerprint(ByteBuffer in) {
    requireLeft(in, Long.BYTES);
    return in.getLong();
  }

  private static byte[] bytes(ByteBuffer in, int limit) {
    int length = number(in);
    if (length > limit) {
      throw refused("claims " + length + " bytes, the limit is " + limit);
    }
    requireLeft(in, length);
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static void requireLeft(ByteBuffer in, int length) {
    if (length > in.remaining()) {
      throw refused("claims " + length + " bytes where " + in.remaining() + " are left");
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  static RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "continuation " + what);
  }
}
