package dev.tenure.record.serialize;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.tenure.record.test.Rich;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalInt;

/** Messages that are nested in themselves, and stored ones that are nested deeper than allowed. */
public final class DeepMessages {
  private DeepMessages() {}

  /** A message with so many inside one another. */
  public static Rich of(long id, int levels) {
    return of(id, levels, Rich.getDefaultInstance());
  }

  /** As {@link #of(long, int)}, with another one on the ground. */
  public static Rich of(long id, int levels, Rich innermost) {
    Rich message = innermost;
    for (int i = 1; i < levels; i++) {
      message = Rich.newBuilder().setSelf(message).build();
    }
    Rich.Builder root = levels == 0 ? innermost.toBuilder() : Rich.newBuilder().setSelf(message);
    return root.setInt64Value(id).build();
  }

  /** The bytes of a message with so many inside one another, made without recursion. */
  public static ByteString bytes(Rich root, int levels) {
    ByteString inside = ByteString.EMPTY;
    for (int i = 0; i < levels; i++) {
      inside = field(Rich.SELF_FIELD_NUMBER, inside);
    }
    return root.toByteString().concat(inside);
  }

  private static ByteString field(int number, ByteString content) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeBytes(number, content);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteString();
  }

  /** A record as an earlier version of this library stored it: a message of any depth. */
  public static byte[] stored(ByteString message, int schemaVersion) {
    EnvelopeHead head =
        new EnvelopeHead(
            RecordHead.of(schemaVersion),
            ProtobufEncoding.ID,
            Optional.empty(),
            OptionalInt.empty());
    int wholeBytesMax = 100_000;
    byte[] stored = new byte[Envelope.size(head, message.size(), wholeBytesMax)];
    message.copyTo(stored, Envelope.putHead(head, message.size(), wholeBytesMax, stored));
    Envelope.putChecksum(stored);
    return stored;
  }
}
