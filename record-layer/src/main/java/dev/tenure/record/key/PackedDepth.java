package dev.tenure.record.key;

/**
 * How deep tuples are nested in packed bytes, found without recursion, so that bytes of any kind
 * can be checked before they are unpacked.
 */
public final class PackedDepth {
  private static final int NULL = 0x00;
  private static final int BYTES = 0x01;
  private static final int STRING = 0x02;
  private static final int NESTED = 0x05;
  private static final int NEGATIVE_BIG = 0x0B;
  private static final int INT_FIRST = 0x0C;
  private static final int INT_ZERO = 0x14;
  private static final int INT_LAST = 0x1C;
  private static final int POSITIVE_BIG = 0x1D;
  private static final int FLOAT = 0x20;
  private static final int DOUBLE = 0x21;
  private static final int UUID = 0x30;
  private static final int VERSIONSTAMP = 0x33;

  private PackedDepth() {}

  /** The deepest nesting: 0 of an element that is no tuple. Bytes it cannot tell count as one. */
  public static int of(byte[] packed) {
    int deepest = 0;
    int depth = 0;
    int at = 0;
    while (at < packed.length) {
      int code = packed[at] & 0xFF;
      if (code == NESTED) {
        depth++;
        deepest = Math.max(deepest, depth);
        at++;
      } else if (code == NULL && depth > 0 && !isEscaped(packed, at)) {
        depth--;
        at++;
      } else {
        at += length(packed, at, depth);
      }
    }
    return deepest;
  }

  private static boolean isEscaped(byte[] packed, int zero) {
    return zero + 1 < packed.length && packed[zero + 1] == (byte) 0xFF;
  }

  private static int length(byte[] packed, int at, int depth) {
    int code = packed[at] & 0xFF;
    if (code == BYTES || code == STRING) {
      return terminated(packed, at);
    }
    if (code >= INT_FIRST && code <= INT_LAST) {
      return 1 + Math.abs(code - INT_ZERO);
    }
    if (code == NEGATIVE_BIG || code == POSITIVE_BIG) {
      return 2 + bigLength(packed, at);
    }
    return switch (code) {
      case NULL -> depth > 0 ? 2 : 1;
      case FLOAT -> 1 + Float.BYTES;
      case DOUBLE -> 1 + Double.BYTES;
      case UUID -> 1 + 2 * Long.BYTES;
      case VERSIONSTAMP -> 1 + com.apple.foundationdb.tuple.Versionstamp.LENGTH;
      default -> 1;
    };
  }

  private static int bigLength(byte[] packed, int at) {
    if (at + 1 == packed.length) {
      return 0;
    }
    int length = packed[at + 1] & 0xFF;
    return (packed[at] & 0xFF) == NEGATIVE_BIG ? length ^ 0xFF : length;
  }

  private static int terminated(byte[] packed, int at) {
    int end = at + 1;
    while (end < packed.length && (packed[end] != 0 || isEscaped(packed, end))) {
      end++;
    }
    return end + 1 - at;
  }
}
