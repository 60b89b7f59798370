package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;

/** The location of a map: its prefix, the keys below it, and the errors about them. */
final class BunchPlace {
  private static final byte[] BEHIND = {(byte) 0xFF};

  private final byte[] prefix;
  private final String name;
  private final int togetherColumns;

  BunchPlace(byte[] prefix, String name, int togetherColumns) {
    this.prefix = prefix;
    this.name = name;
    this.togetherColumns = togetherColumns;
  }

  /** The whole key of a key below the prefix. */
  byte[] key(byte[] below) {
    return ByteArrayUtil.join(prefix, below);
  }

  /** A whole key without the prefix. */
  byte[] below(byte[] key) {
    return Arrays.copyOfRange(key, prefix.length, key.length);
  }

  /** The prefix of all keys of a bunch that may hold this key. */
  byte[] together(byte[] below) {
    return Arrays.copyOf(below, togetherEnd(below));
  }

  /** Whether two keys may be in one bunch. */
  boolean together(byte[] left, byte[] right) {
    int end = togetherEnd(left);
    return end == togetherEnd(right) && Arrays.equals(left, 0, end, right, 0, end);
  }

  /**
   * Requires that a key has all columns that the keys of a bunch have in common.
   *
   * @throws IllegalArgumentException when it has fewer columns
   */
  void requireColumns(byte[] below) {
    int end = 0;
    for (int i = 0; i < togetherColumns; i++) {
      end = end == PackedTuples.NONE ? end : PackedTuples.end(below, end);
    }
    if (end == PackedTuples.NONE) {
      throw new IllegalArgumentException(
          "key "
              + ByteArrayUtil.printable(below)
              + " of "
              + name
              + " has fewer than "
              + togetherColumns
              + " columns");
    }
  }

  /**
   * The number of bytes of the columns that a bunch shares; all bytes, when the key has fewer
   * columns.
   */
  private int togetherEnd(byte[] below) {
    int end = 0;
    for (int i = 0; i < togetherColumns && end < below.length; i++) {
      int next = PackedTuples.end(below, end);
      if (next == PackedTuples.NONE) {
        return below.length;
      }
      end = next;
    }
    return end;
  }

  /** The end of the keys that consist of this key and further columns. */
  static byte[] behindAll(byte[] below) {
    return ByteArrayUtil.join(below, BEHIND);
  }

  /** The first possible key after this one. */
  static byte[] after(byte[] below) {
    return Arrays.copyOf(below, below.length + 1);
  }

  RecordLayerException damaged(byte[] below, String what) {
    return error(RecordLayerException.Code.DAMAGED, below, what);
  }

  RecordLayerException error(RecordLayerException.Code code, byte[] below, String what) {
    return new RecordLayerException(
        code, "bunch " + what + " (" + name + ", key " + ByteArrayUtil.printable(key(below)) + ")");
  }

  @Override
  public String toString() {
    return name;
  }
}
