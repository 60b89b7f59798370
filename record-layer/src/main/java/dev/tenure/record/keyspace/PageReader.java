package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import dev.tenure.record.error.RecordLayerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads a page of an export. The input may be any bytes. */
final class PageReader {
  private static final int CHECKSUM_BYTES = 4;

  private final CodedInputStream input;
  private final List<PageFormat.Group> groups = new ArrayList<>();

  private PageReader(CodedInputStream input) {
    this.input = input;
  }

  /**
   * Decodes the page.
   *
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN when the bytes are not a page
   */
  static PageFormat.Page read(ByteString page) {
    int end = page.size() - CHECKSUM_BYTES;
    if (end < 1 || page.size() > ExportPage.SIZE_MAX) {
      throw damaged("has " + page.size() + " bytes, expected 5 to " + ExportPage.SIZE_MAX, null);
    }
    byte[] bytes = page.toByteArray();
    int expected = Checksum.of(bytes, end);
    int found = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    if (found != expected) {
      throw damaged(
          String.format("has the checksum %#010x, its bytes give %#010x", found, expected), null);
    }
    if (bytes[0] != PageFormat.FORMAT) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "page of an export has format " + bytes[0] + ", known is " + PageFormat.FORMAT);
    }
    CodedInputStream input = CodedInputStream.newInstance(bytes, 1, end - 1);
    try {
      return new PageReader(input).page(found);
    } catch (IOException | IllegalArgumentException e) {
      throw damaged("is cut or garbled at byte " + (1 + input.getTotalBytesRead()), e);
    }
  }

  private PageFormat.Page page(int checksum) throws IOException {
    long number = input.readUInt64();
    int before = input.readFixed32();
    String directory = input.readStringRequireUtf8();
    DirectoryType type = type();
    byte tag = input.readRawByte();
    while (tag == PageFormat.GROUP) {
      tag = group();
    }
    boolean last = flag();
    if (tag != PageFormat.END || !input.isAtEnd()) {
      throw damaged(
          "has the tag " + tag + " at byte " + input.getTotalBytesRead() + ", expected its end",
          null);
    }
    return new PageFormat.Page(number, before, directory, type, groups, last, checksum);
  }

  /** Reads a group, and gives the tag behind it. */
  private byte group() throws IOException {
    int count = input.readUInt32();
    if (count < 0 || count > KeySpaceDirectory.DEPTH_MAX) {
      throw damaged(
          "has a path of " + count + " directories, the limit is " + KeySpaceDirectory.DEPTH_MAX,
          null);
    }
    List<PageFormat.Element> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(new PageFormat.Element(input.readStringRequireUtf8(), value(type())));
    }
    List<Map.Entry<ByteString, ByteString>> rows = new ArrayList<>();
    byte tag = input.readRawByte();
    while (tag == PageFormat.ROW) {
      rows.add(row());
      tag = input.readRawByte();
    }
    if (rows.isEmpty()) {
      throw damaged("has a path without rows", null);
    }
    groups.add(new PageFormat.Group(elements, rows));
    return tag;
  }

  private Map.Entry<ByteString, ByteString> row() throws IOException {
    ByteString rest = input.readBytes();
    ByteString value = input.readBytes();
    if (rest.size() > PageFormat.REST_BYTES_MAX || value.size() > PageFormat.VALUE_BYTES_MAX) {
      throw damaged(
          "has a row of "
              + rest.size()
              + " and "
              + value.size()
              + " bytes, the limits are "
              + PageFormat.REST_BYTES_MAX
              + " and "
              + PageFormat.VALUE_BYTES_MAX,
          null);
    }
    if (!rest.isEmpty() && rest.byteAt(0) == PathKeys.ESCAPE) {
      throw damaged("has a row whose key goes on with FF: it would be of another path", null);
    }
    return Map.entry(rest, value);
  }

  private DirectoryType type() throws IOException {
    byte code = input.readRawByte();
    return DirectoryType.ofCode(code)
        .orElseThrow(() -> damaged("has the type " + code + ", known are 0 to 8", null));
  }

  private PathValue value(DirectoryType type) throws IOException {
    return switch (type) {
      case NULL -> PathValue.ofNull();
      case BYTES -> PathValue.of(type, input.readBytes());
      case STRING, NAME -> PathValue.of(type, input.readStringRequireUtf8());
      case LONG -> PathValue.of(type, input.readFixed64());
      case FLOAT -> PathValue.of(type, input.readFloat());
      case DOUBLE -> PathValue.of(type, input.readDouble());
      case BOOLEAN -> PathValue.of(type, flag());
      case UUID -> PathValue.of(type, new UUID(input.readFixed64(), input.readFixed64()));
    };
  }

  private boolean flag() throws IOException {
    byte flag = input.readRawByte();
    if (flag != 0 && flag != 1) {
      throw damaged("has the flag " + flag + ", expected 0 or 1", null);
    }
    return flag == 1;
  }

  private static RecordLayerException damaged(String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED, "page of an export " + what, cause);
  }
}
