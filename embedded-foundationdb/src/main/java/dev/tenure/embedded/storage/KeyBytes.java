package dev.tenure.embedded.storage;

import java.util.Arrays;
import java.util.Comparator;

/** The order of keys: bytes are compared as unsigned, and a prefix comes before longer keys. */
public final class KeyBytes {
  public static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;
  public static final byte[] EMPTY = {};

  private KeyBytes() {}

  public static int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  /** The first key after this one: the key and a zero byte. */
  public static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Whether {@code end} is {@link #after} of {@code begin}, so that the range holds one key. */
  public static boolean isSingleKey(byte[] begin, byte[] end) {
    return end.length == begin.length + 1
        && end[begin.length] == 0
        && Arrays.equals(begin, 0, begin.length, end, 0, begin.length);
  }

  public static boolean isBefore(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) < 0;
  }

  public static byte[] least(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) <= 0 ? left : right;
  }

  public static byte[] greatest(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) >= 0 ? left : right;
  }

  /**
   * The key as FoundationDB's tools print it: printable ASCII unchanged, each other byte as {@code
   * \xhh}.
   */
  public static String printable(byte[] key) {
    StringBuilder text = new StringBuilder(key.length + 8);
    for (byte each : key) {
      if (each >= 32 && each < 127 && each != '\\') {
        text.append((char) each);
      } else {
        text.append(String.format("\\x%02x", each));
      }
    }
    return text.toString();
  }
}
