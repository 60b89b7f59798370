package dev.tenure.record.context;

import com.apple.foundationdb.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/** The keys that a transaction has written through its context. Safe for use by many threads. */
public final class WrittenKeys {
  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

  /** Keys that are not yet among the sorted ones: most transactions never ask. */
  private final List<byte[]> unsorted = new ArrayList<>();

  private final TreeSet<byte[]> stamped = new TreeSet<>(Arrays::compareUnsigned);
  private final List<Range> ranges = new ArrayList<>();

  WrittenKeys() {}

  synchronized void add(byte[] key) {
    unsorted.add(key);
  }

  private NavigableSet<byte[]> keys() {
    keys.addAll(unsorted);
    unsorted.clear();
    return keys;
  }

  /** The operand of a versionstamped key, which ends in the offset of the stamp. */
  synchronized void addStamped(byte[] operand) {
    stamped.add(operand);
  }

  synchronized void add(Range range) {
    ranges.add(range);
  }

  synchronized boolean isEmpty() {
    return keys.isEmpty() && unsorted.isEmpty() && stamped.isEmpty() && ranges.isEmpty();
  }

  synchronized boolean contains(byte[] key) {
    return keys().contains(key)
        || ranges.stream()
            .anyMatch(
                range ->
                    Arrays.compareUnsigned(range.begin, key) <= 0
                        && Arrays.compareUnsigned(key, range.end) < 0);
  }

  synchronized boolean intersects(Range range) {
    return !in(keys(), range).isEmpty()
        || !in(stamped, range).isEmpty()
        || ranges.stream().anyMatch(written -> meet(written, range));
  }

  /** The keys of a range that were set, cleared or changed one by one, in their order. */
  public synchronized List<byte[]> keysIn(Range range) {
    return List.copyOf(in(keys(), range));
  }

  /**
   * The operands of versionstamped keys that begin in a range: the key without its stamp, then the
   * stamp's offset in 4 bytes.
   */
  public synchronized List<byte[]> stampedIn(Range range) {
    return List.copyOf(in(stamped, range));
  }

  /** The cleared ranges that meet a range, as they were cleared. */
  public synchronized List<Range> rangesIn(Range range) {
    return ranges.stream().filter(written -> meet(written, range)).toList();
  }

  private static SortedSet<byte[]> in(NavigableSet<byte[]> keys, Range range) {
    return Arrays.compareUnsigned(range.begin, range.end) < 0
        ? keys.subSet(range.begin, range.end)
        : Collections.emptySortedSet();
  }

  private static boolean meet(Range one, Range other) {
    return Arrays.compareUnsigned(one.begin, other.end) < 0
        && Arrays.compareUnsigned(other.begin, one.end) < 0;
  }
}
