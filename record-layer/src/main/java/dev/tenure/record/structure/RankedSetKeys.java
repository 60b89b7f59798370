package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.KeyValueLimits;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The keys and values of a ranked set; docs/ranked-set.md describes them. A member is represented
 * by its packed bytes. The head of a level is the member without bytes.
 */
final class RankedSetKeys {
  static final byte[] HEAD = new byte[0];

  private static final byte[] BEHIND = {(byte) 0xFF};
  private static final int DIGIT_BITS = 4;

  private final byte[] prefix;
  private final byte[][] levels;
  private final byte[][] guards;

  RankedSetKeys(byte[] prefix, int levelCount) {
    this.prefix = prefix.clone();
    this.levels = new byte[levelCount][];
    this.guards = new byte[levelCount][];
    for (int level = 0; level < levelCount; level++) {
      levels[level] = Tuple.from(level).pack(prefix);
      guards[level] = Tuple.from(-1 - level).pack(prefix);
    }
  }

  int levelCount() {
    return levels.length;
  }

  /** The packed bytes of a member. Refuses a tuple that cannot be a member. */
  byte[] require(Tuple member) {
    if (member.isEmpty()) {
      throw new IllegalArgumentException("member of a ranked set has no columns");
    }
    byte[] packed = member.pack();
    KeyValueLimits.requireKey(guard(levels.length - 1, packed));
    return packed;
  }

  /** The number of levels, above the lowest, on which a member has fingers. */
  int height(byte[] member) {
    long hash = 0xcbf29ce484222325L;
    for (byte next : member) {
      hash = (hash ^ (next & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    return Math.min(Long.numberOfTrailingZeros(hash) / DIGIT_BITS, levels.length - 1);
  }

  /** The key of the row of a member (level 0) or of a finger. */
  byte[] row(int level, byte[] member) {
    return ByteArrayUtil.join(levels[level], member);
  }

  /** The first possible key after a row. */
  byte[] behindRow(int level, byte[] member) {
    return ByteArrayUtil.keyAfter(row(level, member));
  }

  /** The first key after all rows of a level. */
  byte[] end(int level) {
    return ByteArrayUtil.join(levels[level], BEHIND);
  }

  /**
   * The guard: the key that represents, in conflict ranges, the existence of a finger, or of a
   * member on level 0.
   */
  byte[] guard(int level, byte[] member) {
    return ByteArrayUtil.join(guards[level], member);
  }

  byte[] behindGuard(int level, byte[] member) {
    return ByteArrayUtil.keyAfter(guard(level, member));
  }

  byte[] guardsEnd(int level) {
    return ByteArrayUtil.join(guards[level], BEHIND);
  }

  /** All keys of the set. */
  Range all() {
    return new Range(prefix, ByteArrayUtil.join(prefix, BEHIND));
  }

  /** The member of a row. */
  byte[] member(int level, KeyValue row) {
    return Arrays.copyOfRange(row.getKey(), levels[level].length, row.getKey().length);
  }

  /**
   * Unpacks the bytes of a member.
   *
   * @throws RecordLayerException DAMAGED when they are not a tuple
   */
  Tuple tuple(byte[] member) {
    return PackedTuples.unpack(member, 0)
        .orElseThrow(
            () ->
                damaged(
                    "has a key that is no tuple of at most " + PackedTuples.DEPTH_MAX + " levels",
                    row(0, member)));
  }

  static byte[] encode(long number) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  /**
   * Decodes the number in a row.
   *
   * @throws RecordLayerException DAMAGED when the value is not a number
   */
  long number(KeyValue row) {
    return number(row.getKey(), row.getValue());
  }

  long number(byte[] key, byte[] value) {
    if (value.length != Long.BYTES) {
      throw damaged("has a number of " + value.length + " bytes, expected " + Long.BYTES, key);
    }
    long number = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (number < 0) {
      throw damaged("has the number " + number + ", the least is 0", key);
    }
    return number;
  }

  static RecordLayerException damaged(String what, byte[] key) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "ranked set " + what + " (key " + ByteArrayUtil.printable(key) + ")");
  }

  /** The key for {@code RecordContext.inTurn}; equal for sets with the same prefix. */
  Object turns() {
    return new Turns(ByteBuffer.wrap(prefix));
  }

  private record Turns(ByteBuffer prefix) {}
}
