package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An encoding as a user of the library may add one. */
final class TextEncoding implements RecordEncoding {
  @Override
  public int id() {
    return 64;
  }

  @Override
  public byte[] write(Message message) {
    return TextFormat.printer()
        .emittingSingleLine(true)
        .printToString(message)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Message read(byte[] bytes, int offset, int length, Message prototype) throws IOException {
    Message.Builder builder = prototype.newBuilderForType();
    TextFormat.merge(new String(bytes, offset, length, StandardCharsets.UTF_8), builder);
    return builder.build();
  }
}
