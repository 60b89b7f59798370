package dev.tenure.record.index.text;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.structure.CompactInts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encodes the value of an entry: the positions of a token in ascending order, each as the
 * difference from the previous one. Empty when positions are not stored.
 */
final class PositionList {
  /** The encoding of an omitted list: no bytes. */
  static final byte[] OMITTED = new byte[0];

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int last = -1;

  /** Adds a position that is not before the last one. An equal position is not added again. */
  void add(int position) {
    if (position > last) {
      CompactInts.put(out, position - last - 1);
      last = position;
    }
  }

  byte[] encode() {
    return out.toByteArray();
  }

  /**
   * Decodes the positions in a value.
   *
   * @param where the store and the key, for errors
   * @throws RecordLayerException DAMAGED
   */
  static int[] decode(byte[] value, String where) {
    ByteBuffer in = ByteBuffer.wrap(value);
    int[] positions = new int[value.length];
    int count = 0;
    long last = -1;
    while (in.hasRemaining()) {
      int between = CompactInts.get(in);
      last += between + 1L;
      if (between == CompactInts.NONE || last > Integer.MAX_VALUE) {
        throw new RecordLayerException(
            RecordLayerException.Code.DAMAGED,
            "positions of a token are no numbers below 2^31 from byte "
                + in.position()
                + " of "
                + value.length
                + " ("
                + where
                + ")");
      }
      positions[count++] = (int) last;
    }
    return Arrays.copyOf(positions, count);
  }

  /** The positions of both lists, each once. */
  static int[] merge(int[] left, int[] right) {
    int[] all = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, all, left.length, right.length);
    return Arrays.stream(all).sorted().distinct().toArray();
  }
}
