package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.Optional;

/**
 * A part of everything below a path: values, with the path and the rest of the key each has, names
 * as names. It is self-contained, versioned and checksummed, and refers to the page before it.
 *
 * <p>Rest and value are copied byte for byte. Versions of commits in them are those of the cluster
 * the export was made on, and mean nothing on another, where new versions may be smaller: whoever
 * compares versions compares an incarnation first.
 *
 * @param bytes what {@link KeySpacePath#importPage} takes
 * @param rows how many values
 * @param next where the export goes on; empty when this is the last page
 */
public record ExportPage(ByteString bytes, int rows, Optional<ByteString> next) {
  /** What suits most: an import of the page fits into one transaction. */
  public static final int BYTES_DEFAULT = 1_000_000;

  /** The most that may be asked for. */
  public static final int BYTES_MAX = 4_000_000;

  /** What the last row can add to a page: its path, the rest of its key, its value. */
  private static final int ROW_BYTES_MAX = 200_000;

  static final int SIZE_MAX = BYTES_MAX + ROW_BYTES_MAX;

  static void requireBytesMax(int bytesMax) {
    if (bytesMax < 1 || bytesMax > BYTES_MAX) {
      throw new IllegalArgumentException(
          "bytesMax is " + bytesMax + ", expected 1 to " + BYTES_MAX);
    }
  }
}
