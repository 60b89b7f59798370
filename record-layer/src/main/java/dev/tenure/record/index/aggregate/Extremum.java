package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import java.util.Arrays;
import java.util.Optional;

/** The extremum of a group's entries that a permuted index keeps: the minimum or the maximum. */
enum Extremum {
  MIN(Index.PERMUTED_MIN, "min"),
  MAX(Index.PERMUTED_MAX, "max");

  private final String typeName;
  private final String function;

  Extremum(String typeName, String function) {
    this.typeName = typeName;
    this.function = function;
  }

  String typeName() {
    return typeName;
  }

  /** The name of the function in queries. */
  String function() {
    return function;
  }

  /** Whether the extremum is the last entry of its group. */
  boolean isLast() {
    return this == MAX;
  }

  /** Whether {@code key} is more extreme than {@code other}. */
  boolean isBeyond(byte[] key, byte[] other) {
    int comparison = Arrays.compareUnsigned(key, other);
    return isLast() ? comparison > 0 : comparison < 0;
  }

  /** The extremum of two values. */
  Tuple of(Tuple left, Tuple right) {
    boolean leftFirst = left.compareTo(right) <= 0;
    return leftFirst == isLast() ? right : left;
  }

  /** The range of a group's entries that are more extreme than a key. */
  Range beyond(Range entries, byte[] key) {
    return isLast()
        ? new Range(ByteArrayUtil.keyAfter(key), entries.end)
        : new Range(entries.begin, key);
  }

  /**
   * The range of a group's entries from the less extreme of two keys on to the extreme end; all
   * entries when one key is missing.
   */
  Range from(Range entries, Optional<byte[]> one, Optional<byte[]> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return entries;
    }
    byte[] less = isBeyond(one.get(), other.get()) ? other.get() : one.get();
    return isLast()
        ? new Range(less, entries.end)
        : new Range(entries.begin, ByteArrayUtil.keyAfter(less));
  }
}
