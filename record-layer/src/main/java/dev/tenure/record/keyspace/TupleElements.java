package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.Optional;

/**
 * Takes packed tuples apart without trusting them: any bytes are either elements or not, whatever
 * their lengths and depths say.
 */
final class TupleElements {
  /** How deep tuples may be nested. */
  static final int DEPTH_MAX = 64;

  private static final int NONE = -1;

  private TupleElements() {}

  /** Where the element that begins somewhere ends; -1 when no whole element begins there. */
  static int end(byte[] bytes, int begin) {
    int at = begin;
    int depth = 0;
    do {
      if (at >= bytes.length) {
        return NONE;
      }
      int code = bytes[at] & 0xFF;
      if (depth > 0 && code == 0) {
        boolean isNull = at + 1 < bytes.length && bytes[at + 1] == (byte) 0xFF;
        depth -= isNull ? 0 : 1;
        at += isNull ? 2 : 1;
      } else if (code == 0x05) {
        depth++;
        at++;
      } else {
        at = plainEnd(bytes, at, code);
      }
      if (at == NONE || at > bytes.length || depth > DEPTH_MAX) {
        return NONE;
      }
    } while (depth > 0);
    return at;
  }

  private static int plainEnd(byte[] bytes, int at, int code) {
    return switch (code) {
      case 0x00, 0x26, 0x27 -> at + 1;
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

  /**
   * The value that these bytes are the element of; empty when they are none, an element of another
   * kind, or one that is not written in the only way that packing writes it.
   */
  static Optional<PathValue> value(byte[] bytes, int begin, int end) {
    if (begin >= end || end(bytes, begin) != end) {
      return Optional.empty();
    }
    try {
      Tuple one = Tuple.fromBytes(bytes, begin, end - begin);
      return PathValue.ofElement(one.get(0))
          .filter(
              value ->
                  Arrays.equals(
                      value.addTo(new Tuple()).pack(), Arrays.copyOfRange(bytes, begin, end)));
    } catch (IllegalArgumentException notUtf8) {
      return Optional.empty();
    }
  }

  /** The tuple these bytes are; empty when they are none. */
  static Optional<Tuple> tuple(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      at = end(bytes, at);
      if (at == NONE) {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(Tuple.fromBytes(bytes));
    } catch (IllegalArgumentException notUtf8) {
      return Optional.empty();
    }
  }
}
