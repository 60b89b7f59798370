package dev.tenure.record.tuple;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of tuples. A bound may have fewer columns than the tuples: it then stands for all tuples
 * that begin with it. Example: with the bound {@code ("Rome")} as an inclusive high end, {@code
 * ("Rome", 7)} is in the range.
 *
 * @param low the lower bound; null for none
 * @param lowInclusive whether tuples that begin with {@code low} are in the range
 * @param high the upper bound; null for none
 * @param highInclusive whether tuples that begin with {@code high} are in the range
 * @param lastIsStart whether the last element of both bounds, a string or bytes, represents all
 *     values that start with it
 */
public record TupleRange(
    @Nullable Tuple low,
    boolean lowInclusive,
    @Nullable Tuple high,
    boolean highInclusive,
    boolean lastIsStart) {
  private static final TupleRange ALL = new TupleRange(null, true, null, true, false);

  public static TupleRange all() {
    return ALL;
  }

  /** All tuples that begin with the given columns. */
  public static TupleRange prefix(Tuple prefix) {
    return new TupleRange(prefix, true, prefix, true, false);
  }

  /** The tuples between two bounds; null for no bound. */
  public static TupleRange between(
      @Nullable Tuple low, boolean lowInclusive, @Nullable Tuple high, boolean highInclusive) {
    return new TupleRange(low, lowInclusive, high, highInclusive, false);
  }

  /**
   * All tuples that begin with the elements of the prefix, where the last of these elements need
   * only start with the prefix's last element. Example: the prefix {@code ("Rome", "Via")} contains
   * {@code ("Rome", "Via Appia")}.
   *
   * @param prefix a tuple whose last element is a string or a {@code byte[]}
   */
  public static TupleRange startingWith(Tuple prefix) {
    return new TupleRange(prefix, true, prefix, true, true);
  }

  /**
   * The keys of the tuples in the range.
   *
   * @param prefix the prefix of all keys
   * @param after the byte whose concatenation with the prefix is the end of all keys below the
   *     prefix
   */
  public Range keys(byte[] prefix, byte after) {
    byte[] begin = low == null ? prefix : low.pack(prefix);
    if (lastIsStart) {
      byte[] start = Arrays.copyOf(begin, begin.length - 1); // without the closing 00
      return new Range(start, ByteArrayUtil.strinc(start));
    }
    byte[] end = high == null ? prefix : high.pack(prefix);
    boolean fromLow = low == null || lowInclusive;
    boolean toHigh = high == null || highInclusive;
    return new Range(fromLow ? begin : behind(begin, after), toHigh ? behind(end, after) : end);
  }

  private static byte[] behind(byte[] begin, byte after) {
    byte[] behind = Arrays.copyOf(begin, begin.length + 1);
    behind[begin.length] = after;
    return behind;
  }
}
