package dev.tenure.record.serialize;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Protobuf's wire format. Equal messages are encoded in the same order of fields. */
final class ProtobufEncoding implements RecordEncoding {
  static final ProtobufEncoding INSTANCE = new ProtobufEncoding();
  static final int ID = 0;

  private ProtobufEncoding() {}

  @Override
  public int id() {
    return ID;
  }

  @Override
  public byte[] write(Message message) {
    var unused = MessageNesting.require(message);
    if (!message.isInitialized()) {
      throw new IllegalArgumentException(
          message.getDescriptorForType().getFullName()
              + " lacks the required fields "
              + message.findInitializationErrors());
    }
    byte[] bytes = new byte[message.getSerializedSize()];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("writing " + bytes.length + " bytes to an array of that", e);
    }
    MessageStrings.require(message, bytes);
    return bytes;
  }

  @Override
  public Message read(byte[] bytes, int offset, int length, Message prototype)
      throws InvalidProtocolBufferException {
    return prototype.getParserForType().parseFrom(bytes, offset, length);
  }

  /**
   * As {@link #read(byte[], int, int, Message)}, with another limit for the nesting of messages.
   */
  Message read(byte[] bytes, int offset, int length, Message prototype, int depthMax)
      throws IOException {
    if (depthMax == MessageNesting.DEPTH_MAX) {
      return read(bytes, offset, length, prototype);
    }
    CodedInputStream in = CodedInputStream.newInstance(bytes, offset, length);
    in.setRecursionLimit(depthMax);
    Message message = prototype.getParserForType().parseFrom(in);
    in.checkLastTagWas(0);
    return message;
  }

  @Override
  public String toString() {
    return "protobuf";
  }
}
