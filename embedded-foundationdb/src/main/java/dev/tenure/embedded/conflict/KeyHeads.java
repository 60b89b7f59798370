package dev.tenure.embedded.conflict;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of a key as a number. A search among sorted keys compares an array of these numbers,
 * and reads a key only where two numbers are equal. The numbers are shifted by the least value, so
 * that they are ordered as unsigned bytes.
 */
final class KeyHeads {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyHeads() {}

  /** The head of the bytes [from, to), padded with zeros. */
  static long of(byte[] bytes, int from, int to) {
    if (to - from >= Long.BYTES) {
      return (long) EIGHT_BYTES.get(bytes, from) ^ Long.MIN_VALUE;
    }
    long head = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      head = (head << 8) | (i < to ? bytes[i] & 0xff : 0);
    }
    return head ^ Long.MIN_VALUE;
  }

  /** The first index in [from, to) whose head is not below the given one, or {@code to}. */
  static int firstNotBelow(long[] heads, int from, int to, long head) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (heads[middle] < head) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The first index in [from, to) whose head is above the given one, or {@code to}. Scans linearly,
   * since few heads are equal.
   */
  static int firstAbove(long[] heads, int from, int to, long head) {
    return head == Long.MAX_VALUE ? to : firstNotBelow(heads, from, to, head + 1);
  }
}
