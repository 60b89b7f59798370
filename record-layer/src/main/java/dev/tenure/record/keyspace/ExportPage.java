package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.Optional;

/**
 * A part of an export of all rows below a path. A row is stored as its path, with names in full,
 * the rest of its key, and its value. A page is self-contained, has a format version and a
 * checksum, and refers to the previous page.
 *
 * <p>The rest of a key and its value are copied byte for byte. Commit versions in them belong to
 * the cluster of the export. On another cluster new versions may be lower, so versions must be
 * compared together with an incarnation.
 *
 * @param bytes the input of {@link KeySpacePath#importPage}
 * @param rows the number of rows
 * @param next the position of the next page; empty when this is the last page
 */
public record ExportPage(ByteString bytes, int rows, Optional<ByteString> next) {
  /** The default size of a page. An import of such a page fits into one transaction. */
  public static final int BYTES_DEFAULT = 1_000_000;

  /** The maximum size of a page. */
  public static final int BYTES_MAX = 4_000_000;

  /**
   * The most bytes that the last row adds to a page: its path, the rest of its key, and its value.
   */
  private static final int ROW_BYTES_MAX = 200_000;

  static final int SIZE_MAX = BYTES_MAX + ROW_BYTES_MAX;

  static void requireBytesMax(int bytesMax) {
    if (bytesMax < 1 || bytesMax > BYTES_MAX) {
      throw new IllegalArgumentException(
          "bytesMax is " + bytesMax + ", expected 1 to " + BYTES_MAX);
    }
  }
}
