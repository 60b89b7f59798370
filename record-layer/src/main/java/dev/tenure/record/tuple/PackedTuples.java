package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Optional;

/**
 * Parses packed tuples that may be corrupt or hostile. {@link Tuple#fromBytes} recurses into nested
 * tuples without a limit, and may read beyond the end of the bytes. So stored bytes are checked
 * here first.
 */
public final class PackedTuples {
  /**
   * The maximum depth of nested tuples: 64 levels in a column, and one more for the primary key
   * that contains the column.
   */
  public static final int DEPTH_MAX = 65;

  /** The maximum depth of nested lists in a column. */
  public static final int COLUMN_DEPTH_MAX = DEPTH_MAX - 1;

  /** The result when there is no complete element. */
  public static final int NONE = -1;

  private PackedTuples() {}

  /**
   * The end of the element that begins at an offset; {@link #NONE} when no complete element begins
   * there.
   */
  public static int end(byte[] bytes, int begin) {
    return end(bytes, begin, DEPTH_MAX);
  }

  /** As {@link #end(byte[], int)}, with a given maximum depth of nested tuples. */
  public static int end(byte[] bytes, int begin, int depthMax) {
    int at = begin;
    int depth = 0;
    do {
      if (at >= bytes.length) {
        return NONE;
      }
      int code = bytes[at] & 0xFF;
      if (depth > 0 && code == KeyPacker.NULL) {
        boolean isNull = at + 1 < bytes.length && bytes[at + 1] == (byte) 0xFF;
        depth -= isNull ? 0 : 1;
        at += isNull ? 2 : 1;
      } else if (code == KeyPacker.NESTED) {
        depth++;
        at++;
      } else {
        at = plainEnd(bytes, at, code);
      }
      if (at == NONE || at > bytes.length || depth > depthMax) {
        return NONE;
      }
    } while (depth > 0);
    return at;
  }

  private static int plainEnd(byte[] bytes, int at, int code) {
    return switch (code) {
      case KeyPacker.NULL, KeyPacker.FALSE, KeyPacker.TRUE -> at + 1;
      case 0x01, 0x02 -> terminated(bytes, at + 1);
      case 0x0B -> at + 1 < bytes.length ? at + 2 + (~bytes[at + 1] & 0xFF) : NONE;
      case 0x1D -> at + 1 < bytes.length ? at + 2 + (bytes[at + 1] & 0xFF) : NONE;
      case 0x20 -> at + 1 + Float.BYTES;
      case 0x21 -> at + 1 + Double.BYTES;
      case 0x30 -> at + 17;
      case 0x33 -> at + 13;
      default -> code >= 0x0C && code <= 0x1C ? at + 1 + Math.abs(code - 0x14) : NONE;
    };
  }

  private static int terminated(byte[] bytes, int begin) {
    for (int at = begin; at < bytes.length; at++) {
      if (bytes[at] == 0) {
        if (at + 1 == bytes.length || bytes[at + 1] != (byte) 0xFF) {
          return at + 1;
        }
        at++;
      }
    }
    return NONE;
  }

  /** Unpacks the bytes from an offset to the end; empty when they are not a valid tuple. */
  public static Optional<Tuple> unpack(byte[] bytes, int begin) {
    return UnpackedTuple.of(bytes, begin).map(UnpackedTuple::tuple);
  }

  /** As {@link #unpack}, for a tuple of any elements, in two passes. */
  static Optional<Tuple> unpackOther(byte[] bytes, int begin) {
    int at = begin;
    while (at < bytes.length) {
      at = end(bytes, at);
      if (at == NONE) {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(Tuple.fromBytes(bytes, begin, bytes.length - begin));
    } catch (IllegalArgumentException notUtf8) {
      return Optional.empty();
    }
  }
}
