package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Builds a page of an export. Not safe for use by several threads. */
final class PageWriter {
  private final ByteString.Output bytes = ByteString.newOutput();
  private final CodedOutputStream output = CodedOutputStream.newInstance(bytes);
  private final KeySpacePath root;
  private Optional<KeySpacePath> group = Optional.empty();
  private int rows;

  /** Something that writes to memory, and so does not fail. */
  private interface Write {
    void run() throws IOException;
  }

  PageWriter(KeySpacePath root, long number, int before) {
    this.root = root;
    write(
        () -> {
          output.writeRawByte(PageFormat.FORMAT);
          output.writeUInt64NoTag(number);
          output.writeFixed32NoTag(before);
          output.writeStringNoTag(root.directory().name());
          output.writeRawByte(root.directory().type().code());
        });
  }

  void add(KeySpacePath path, ByteString rest, byte[] value) {
    write(
        () -> {
          if (group.filter(path::equals).isEmpty()) {
            begin(path.below(root));
            group = Optional.of(path);
          }
          output.writeRawByte(PageFormat.ROW);
          output.writeBytesNoTag(rest);
          output.writeByteArrayNoTag(value);
        });
    rows++;
  }

  private void begin(List<KeySpacePath> steps) throws IOException {
    output.writeRawByte(PageFormat.GROUP);
    output.writeUInt32NoTag(steps.size());
    for (KeySpacePath step : steps) {
      output.writeStringNoTag(step.directory().name());
      output.writeRawByte(step.directory().type().code());
      write(step.value());
    }
  }

  private void write(PathValue value) throws IOException {
    switch (value.type()) {
      case NULL -> {}
      case BYTES -> output.writeBytesNoTag(value.asBytes());
      case STRING, NAME -> output.writeStringNoTag(value.asString());
      case LONG -> output.writeFixed64NoTag(value.asLong());
      case FLOAT -> output.writeFloatNoTag(value.asFloat());
      case DOUBLE -> output.writeDoubleNoTag(value.asDouble());
      case BOOLEAN -> output.writeBoolNoTag(value.asBoolean());
      case UUID -> {
        UUID uuid = value.asUuid();
        output.writeFixed64NoTag(uuid.getMostSignificantBits());
        output.writeFixed64NoTag(uuid.getLeastSignificantBits());
      }
    }
  }

  int rows() {
    return rows;
  }

  /** The number of bytes of the page so far. */
  int size() {
    return bytes.size();
  }

  /** Ends the page and returns its bytes. No further rows can be added. */
  byte[] finish(boolean last) {
    write(
        () -> {
          output.writeRawByte(PageFormat.END);
          output.writeBoolNoTag(last);
        });
    byte[] body = bytes.toByteString().toByteArray();
    write(() -> output.writeFixed32NoTag(Checksum.of(body, body.length)));
    return bytes.toByteString().toByteArray();
  }

  private void write(Write write) {
    try {
      write.run();
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
