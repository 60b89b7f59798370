package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;

/**
 * The format of a page of an export. Lengths and numbers are varints, as in protobuf. Numbers of
 * fixed size are little-endian. Strings are UTF-8 and follow their length.
 *
 * <pre>
 * page    format 1 | number of the page, from 0 | checksum of the page before, 4 bytes, drawn at
 *         random for the first | name and type of the directory exported | group* | 0 | 1 if this is the last page, else 0
 *         | CRC-32C of all before, 4 bytes
 * group   1 | count | element* | row+
 * element name and type of a directory | value
 * row     2 | length | rest of the key | length | value
 * type    0 null, 1 bytes, 2 string, 3 long, 4 float, 5 double, 6 boolean, 7 uuid, 8 name
 * value   nothing | bytes | string | 8 bytes | 4 bytes | 8 bytes | 0 or 1 | 16 bytes | string
 * </pre>
 */
final class PageFormat {
  static final byte FORMAT = 1;
  static final byte END = 0;
  static final byte GROUP = 1;
  static final byte ROW = 2;
  static final int REST_BYTES_MAX = 10_000;
  static final int VALUE_BYTES_MAX = 100_000;

  private PageFormat() {}

  /** A directory and its value. */
  record Element(String directory, PathValue value) {}

  /**
   * The rows of one path: the rest of each key after the path's bytes, and its value.
   *
   * @param elements the directories of the path after those of the exported path
   */
  record Group(List<Element> elements, List<Map.Entry<ByteString, ByteString>> rows) {}

  /**
   * A page.
   *
   * @param before the checksum of the previous page
   * @param directory the last directory of the exported path
   */
  record Page(
      long number,
      int before,
      String directory,
      DirectoryType type,
      List<Group> groups,
      boolean last,
      int checksum) {}
}
