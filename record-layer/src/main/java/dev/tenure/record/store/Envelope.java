package dev.tenure.record.store;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.record.RecordLayerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes around a stored message: format, flags, schema version, then, when the record is split,
 * the message's length, then the message.
 */
final class Envelope {
  static final byte FORMAT = 1;

  private static final int FLAG_LENGTH = 0x01;
  private static final int FLAGS_KNOWN = FLAG_LENGTH;

  private Envelope() {}

  /** A decoded record. */
  record Content(int schemaVersion, Message message) {}

  /**
   * The bytes of a record. Equal messages give equal bytes.
   *
   * @param wholeBytesMax from more bytes than these on, the length is written too
   */
  static byte[] encode(Message message, int schemaVersion, int wholeBytesMax) {
    int messageBytes = message.getSerializedSize();
    int head = 2 + CodedOutputStream.computeUInt32SizeNoTag(schemaVersion);
    boolean split = head + messageBytes > wholeBytesMax;
    int lengthBytes = split ? CodedOutputStream.computeUInt32SizeNoTag(messageBytes) : 0;
    byte[] bytes = new byte[head + lengthBytes + messageBytes];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      out.write(FORMAT);
      out.write((byte) (split ? FLAG_LENGTH : 0));
      out.writeUInt32NoTag(schemaVersion);
      if (split) {
        out.writeUInt32NoTag(messageBytes);
      }
      message.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("writing " + bytes.length + " bytes to an array of that", e);
    }
    return bytes;
  }

  /**
   * The record in the bytes.
   *
   * @param keys for errors: names the store
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  static Content decode(byte[] bytes, Message prototype, StoreKeys keys, byte[] key) {
    if (bytes.length < 3) {
      throw damaged(keys.describe(key), "has " + bytes.length + " bytes, the least is 3", null);
    }
    if (bytes[0] != FORMAT || (bytes[1] & ~FLAGS_KNOWN) != 0) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          String.format(
              "record has format %d with flags %#x, known is format %d with flags %#x (%s)",
              bytes[0], bytes[1] & 0xFF, FORMAT, FLAGS_KNOWN, keys.describe(key)));
    }
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes, 2, bytes.length - 2);
      int schemaVersion = in.readUInt32();
      int declared = (bytes[1] & FLAG_LENGTH) == 0 ? -1 : in.readUInt32();
      int offset = 2 + in.getTotalBytesRead();
      int found = bytes.length - offset;
      if (declared >= 0 && declared != found) {
        throw damaged(
            keys.describe(key),
            "has " + found + " bytes of message, its head says " + declared,
            null);
      }
      Message message = prototype.getParserForType().parseFrom(bytes, offset, found);
      return new Content(schemaVersion, message);
    } catch (InvalidProtocolBufferException e) {
      String type = prototype.getDescriptorForType().getFullName();
      throw damaged(keys.describe(key), "is no " + type + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("reading an array of " + bytes.length + " bytes", e);
    }
  }

  private static RecordLayerException damaged(
      String where, String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED, "record " + what + " (" + where + ")", cause);
  }
}
