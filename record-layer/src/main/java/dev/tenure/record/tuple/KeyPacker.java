package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packs tuples behind prefixes, with the same bytes as {@link Tuple#pack(byte[])} and in a third of
 * its time. Whole numbers of up to 64 bits, strings of ASCII, byte arrays, truth values, null and
 * nested lists of these are packed here. A tuple with any other element is packed by {@link Tuple}.
 */
public final class KeyPacker {
  static final int NULL = 0x00;
  static final int BYTES = 0x01;
  static final int STRING = 0x02;
  static final int NESTED = 0x05;
  static final int ZERO = 0x14;
  static final int FALSE = 0x26;
  static final int TRUE = 0x27;
  private static final byte ESCAPE = (byte) 0xFF;
  private static final int BYTES_PER_ELEMENT = 16;

  private byte[] out;
  private int length;

  private KeyPacker(int capacity) {
    this.out = new byte[capacity];
  }

  /** The prefix, and behind it the elements of the tuple. */
  public static byte[] pack(byte[] prefix, Tuple tuple) {
    KeyPacker packer = new KeyPacker(prefix.length + BYTES_PER_ELEMENT * tuple.size() + 1);
    packer.append(prefix);
    for (int i = 0; i < tuple.size(); i++) {
      if (!packer.append(tuple.get(i), false)) {
        return tuple.pack(prefix);
      }
    }
    return packer.packed();
  }

  /** The prefixes one behind the other, and then the tuple as one nested element. */
  public static byte[] packNested(byte[] first, byte[] second, byte[] third, Tuple nested) {
    int prefixes = first.length + second.length + third.length;
    KeyPacker packer = new KeyPacker(prefixes + BYTES_PER_ELEMENT * nested.size() + 2);
    packer.append(first);
    packer.append(second);
    packer.append(third);
    return packer.appendNested(nested)
        ? packer.packed()
        : new Tuple().add(nested).pack(Arrays.copyOf(packer.out, prefixes));
  }

  private byte[] packed() {
    return length == out.length ? out : Arrays.copyOf(out, length);
  }

  /** Appends an element; false, with any bytes behind the prefix, when it is of another kind. */
  private boolean append(@Nullable Object element, boolean nested) {
    if (element instanceof Long || element instanceof Integer) {
      appendNumber(((Number) element).longValue());
    } else if (element instanceof String text) {
      return appendAscii(text);
    } else if (element == null) {
      appendNull(nested);
    } else if (element instanceof byte[] bytes) {
      appendBytes(bytes);
    } else if (element instanceof Boolean truth) {
      append(truth ? TRUE : FALSE);
    } else if (element instanceof Tuple tuple) {
      return appendNested(tuple);
    } else if (element instanceof List<?> list) {
      return appendNested(list);
    } else {
      return false;
    }
    return true;
  }

  private boolean appendNested(Tuple tuple) {
    append(NESTED);
    boolean packed = true;
    for (int i = 0; packed && i < tuple.size(); i++) {
      Object element = tuple.get(i);
      packed = append(element, true);
    }
    append(NULL);
    return packed;
  }

  private boolean appendNested(List<?> list) {
    append(NESTED);
    boolean packed = true;
    for (int i = 0; packed && i < list.size(); i++) {
      Object element = list.get(i);
      packed = append(element, true);
    }
    append(NULL);
    return packed;
  }

  private void appendNull(boolean nested) {
    append(NULL);
    if (nested) {
      append(ESCAPE);
    }
  }

  /** The fewest bytes that hold the number; of a negative one, the ones' complement. */
  private void appendNumber(long number) {
    long magnitude = number < 0 ? -number : number;
    int bytes = Long.BYTES - Long.numberOfLeadingZeros(magnitude) / Byte.SIZE;
    append(number < 0 ? ZERO - bytes : ZERO + bytes);
    long shown = number < 0 ? number - 1 : number;
    ensure(bytes);
    for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out[length++] = (byte) (shown >>> shift);
    }
  }

  private boolean appendAscii(String text) {
    int count = text.length();
    ensure(count + 2);
    out[length++] = STRING;
    for (int i = 0; i < count; i++) {
      char letter = text.charAt(i);
      if (letter == 0 || letter >= 0x80) {
        return false;
      }
      out[length++] = (byte) letter;
    }
    out[length++] = NULL;
    return true;
  }

  private void appendBytes(byte[] bytes) {
    ensure(2 * bytes.length + 2);
    out[length++] = BYTES;
    for (byte each : bytes) {
      out[length++] = each;
      if (each == NULL) {
        out[length++] = ESCAPE;
      }
    }
    out[length++] = NULL;
  }

  private void append(int code) {
    ensure(1);
    out[length++] = (byte) code;
  }

  private void append(byte[] bytes) {
    System.arraycopy(bytes, 0, out, length, bytes.length);
    length += bytes.length;
  }

  private void ensure(int more) {
    if (length + more > out.length) {
      out = Arrays.copyOf(out, Math.max(2 * out.length, length + more));
    }
  }
}
