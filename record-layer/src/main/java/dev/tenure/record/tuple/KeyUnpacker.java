package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks the tuples that {@link KeyPacker} packs itself, with the same elements as {@link
 * Tuple#fromBytes(byte[])} and in a fraction of its time. All other tuples are left to it, and so
 * are elements that are not packed in their only form.
 */
final class KeyUnpacker {
  /** An element of another kind. */
  private static final Object OTHER = new Object();

  private static final int ELEMENTS_MOSTLY = 4;

  private KeyUnpacker() {}

  /**
   * Unpacks the bytes from an offset to the end. Null when {@link Tuple} has to do it, or to say
   * that they are no tuple.
   */
  static @Nullable UnpackedTuple unpack(byte[] bytes, int begin) {
    @Nullable Object[] elements = new @Nullable Object[ELEMENTS_MOSTLY];
    int count = 0;
    int end;
    for (int at = begin; at < bytes.length; at = end) {
      end = PackedTuples.end(bytes, at);
      Object element = end == PackedTuples.NONE ? OTHER : element(bytes, at, end);
      if (element == OTHER) {
        return null;
      }
      if (count == elements.length) {
        elements = Arrays.copyOf(elements, 2 * count);
      }
      elements[count++] = element;
    }
    return new UnpackedTuple(elements, count);
  }

  /** The element with a code at an offset, which is complete and ends at another. */
  private static @Nullable Object element(byte[] bytes, int at, int end) {
    int code = bytes[at];
    return switch (code) {
      case KeyPacker.NULL -> null;
      case KeyPacker.BYTES -> plain(bytes, at + 1, end - 1);
      case KeyPacker.STRING -> ascii(bytes, at + 1, end - 1);
      case KeyPacker.NESTED -> list(bytes, at + 1, end - 1);
      case KeyPacker.FALSE -> false;
      case KeyPacker.TRUE -> true;
      default ->
          Math.abs(code - KeyPacker.ZERO) <= Long.BYTES
              ? number(bytes, at + 1, end, code < KeyPacker.ZERO)
              : OTHER;
    };
  }

  /** A number in the fewest bytes. Those at the ends of 64 bits are left to {@link Tuple}. */
  private static Object number(byte[] bytes, int begin, int end, boolean negative) {
    long number = negative ? -1 : 0;
    if (begin < end && bytes[begin] == (byte) number) {
      return OTHER; // a byte that a shorter form leaves out
    }
    for (int i = begin; i < end; i++) {
      number = (number << Byte.SIZE) | (bytes[i] & 0xFF);
    }
    if (end - begin == Long.BYTES && (number < 0) != negative) {
      return OTHER;
    }
    return negative ? number + 1 : number;
  }

  private static Object ascii(byte[] bytes, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (bytes[i] <= 0) {
        return OTHER;
      }
    }
    return new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
  }

  private static Object plain(byte[] bytes, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (bytes[i] == 0) {
        return OTHER;
      }
    }
    return Arrays.copyOfRange(bytes, begin, end);
  }

  private static Object list(byte[] bytes, int begin, int end) {
    List<@Nullable Object> elements = new ArrayList<>(ELEMENTS_MOSTLY);
    int at = begin;
    while (at < end) {
      boolean isNull = bytes[at] == KeyPacker.NULL; // in a list, null is escaped
      int next = isNull ? at + 2 : PackedTuples.end(bytes, at);
      Object element = isNull ? null : element(bytes, at, next);
      if (element == OTHER) {
        return OTHER;
      }
      elements.add(element);
      at = next;
    }
    return elements;
  }
}
