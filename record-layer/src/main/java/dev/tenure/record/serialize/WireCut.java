package dev.tenure.record.serialize;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes the fields that are nested deeper than {@link MessageNesting#DEPTH_MAX} from a message's
 * bytes. Key expressions are never that deep, so the rest gives the same columns as the whole
 * message.
 *
 * <p>Recursion never goes deeper than the limit, even for bytes that are nested deeper.
 */
final class WireCut {
  private final MessagePath path;
  private @Nullable String first;

  private WireCut(Descriptor type) {
    this.path = new MessagePath(type.getName());
  }

  /**
   * The rest of a message after the cut.
   *
   * @param where the first field that was cut off, with its depth
   */
  record Cut(ByteString bytes, String where) {}

  /**
   * Cuts a message.
   *
   * @return empty when no field is too deep, or the bytes are not a message
   */
  static Optional<Cut> of(byte[] bytes, int offset, int length, Descriptor type) {
    WireCut cut = new WireCut(type);
    try {
      ByteString left = cut.message(CodedInputStream.newInstance(bytes, offset, length), type);
      return Optional.ofNullable(cut.first).map(where -> new Cut(left, where));
    } catch (IOException noMessage) {
      return Optional.empty();
    }
  }

  private ByteString message(CodedInputStream in, @Nullable Descriptor type) throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    copy(in, type, 0, out);
    out.flush();
    return bytes.toByteString();
  }

  /** Copies fields up to the end of the message, or of a group, whose tag is copied too. */
  private void copy(
      CodedInputStream in, @Nullable Descriptor type, int endTag, CodedOutputStream out)
      throws IOException {
    for (int tag = in.readTag(); tag != endTag; tag = in.readTag()) {
      if (tag == 0 || WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
        throw new IOException("a group does not end");
      }
      field(in, tag, fieldOf(type, tag), out);
    }
    if (endTag != 0) {
      out.writeUInt32NoTag(endTag);
    }
  }

  private static @Nullable FieldDescriptor fieldOf(@Nullable Descriptor type, int tag) {
    return type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
  }

  private void field(
      CodedInputStream in, int tag, @Nullable FieldDescriptor field, CodedOutputStream out)
      throws IOException {
    int number = WireFormat.getTagFieldNumber(tag);
    Descriptor inside =
        field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            ? field.getMessageType()
            : null;
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_START_GROUP -> group(in, number, field, inside, out);
      case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
        ByteString bytes = in.readBytes();
        if (field == null || inside == null) {
          out.writeBytes(number, bytes);
        } else if (enter(MessagePath.name(field))) {
          out.writeBytes(number, message(bytes.newCodedInput(), inside));
        }
        leave(inside != null);
      }
      case WireFormat.WIRETYPE_VARINT -> out.writeUInt64(number, in.readUInt64());
      case WireFormat.WIRETYPE_FIXED32 -> out.writeFixed32(number, in.readFixed32());
      case WireFormat.WIRETYPE_FIXED64 -> out.writeFixed64(number, in.readFixed64());
      default -> throw new IOException("tag " + tag);
    }
  }

  private void group(
      CodedInputStream in,
      int number,
      @Nullable FieldDescriptor field,
      @Nullable Descriptor inside,
      CodedOutputStream out)
      throws IOException {
    if (enter(field == null ? MessagePath.name(number) : MessagePath.name(field))) {
      out.writeTag(number, WireFormat.WIRETYPE_START_GROUP);
      copy(in, inside, tag(number, WireFormat.WIRETYPE_END_GROUP), out);
    } else {
      skipGroup(in);
    }
    leave(true);
  }

  /** Passes over a group whose begin was read, whatever is in it, without descending. */
  private static void skipGroup(CodedInputStream in) throws IOException {
    int open = 1;
    while (open > 0) {
      int tag = in.readTag();
      switch (WireFormat.getTagWireType(tag)) {
        case WireFormat.WIRETYPE_START_GROUP -> open++;
        case WireFormat.WIRETYPE_END_GROUP -> open--;
        default -> {
          if (tag == 0 || !in.skipField(tag)) {
            throw new IOException("a group does not end");
          }
        }
      }
    }
  }

  private static int tag(int number, int wireType) {
    return (number << 3) | wireType;
  }

  /** Whether the field is within the limit. */
  private boolean enter(String name) {
    path.enter(name);
    boolean within = path.depth() <= MessageNesting.DEPTH_MAX;
    if (!within && first == null) {
      first = MessageNesting.tooDeep(path);
    }
    return within;
  }

  private void leave(boolean entered) {
    if (entered) {
      path.leave();
    }
  }
}
