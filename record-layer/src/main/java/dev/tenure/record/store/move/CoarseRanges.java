package dev.tenure.record.store.move;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Ranges that hold given keys, and others between them, in as few bytes as wanted. */
final class CoarseRanges {
  private CoarseRanges() {}

  static long bytes(List<byte[]> keys) {
    return keys.stream().mapToLong(key -> key.length).sum();
  }

  /**
   * Ranges that hold all keys.
   *
   * @param keys each a key
   * @param stamped operands of versionstamped keys: all keys that begin as one of them, up to its
   *     stamp, are held
   * @param bytesMax of the ranges' ends; exceeded when one range has more
   */
  static List<Range> of(List<byte[]> keys, List<byte[]> stamped, int bytesMax) {
    return joined(
        Stream.concat(
                keys.stream().map(key -> new Range(key, ByteArrayUtil.keyAfter(key))),
                stamped.stream().map(CoarseRanges::beforeStamp))
            .toList(),
        bytesMax);
  }

  private static Range beforeStamp(byte[] operand) {
    int end = operand.length - Integer.BYTES;
    int at = ByteBuffer.wrap(operand, end, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] prefix = Arrays.copyOf(operand, at);
    return new Range(prefix, ByteArrayUtil.strinc(prefix));
  }

  /** The same ranges, or neighbours in one until they have as few bytes. */
  static List<Range> joined(List<Range> ranges, int bytesMax) {
    List<Range> joined = MoveRanges.merged(ranges);
    while (joined.size() > 1 && size(joined) > bytesMax) {
      joined = halved(joined);
    }
    return joined;
  }

  private static long size(List<Range> ranges) {
    return ranges.stream().mapToLong(range -> range.begin.length + range.end.length).sum();
  }

  private static List<Range> halved(List<Range> ranges) {
    List<Range> half = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i += 2) {
      Range last = ranges.get(Math.min(i + 1, ranges.size() - 1));
      half.add(new Range(ranges.get(i).begin, last.end));
    }
    return half;
  }
}
