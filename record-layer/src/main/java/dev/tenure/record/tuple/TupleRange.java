package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
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
 */
public record TupleRange(
    @Nullable Tuple low, boolean lowInclusive, @Nullable Tuple high, boolean highInclusive) {
  private static final TupleRange ALL = new TupleRange(null, true, null, true);

  public static TupleRange all() {
    return ALL;
  }

  /** All tuples that begin with the given columns. */
  public static TupleRange prefix(Tuple prefix) {
    return new TupleRange(prefix, true, prefix, true);
  }

  /** The tuples between two bounds; null for no bound. */
  public static TupleRange between(
      @Nullable Tuple low, boolean lowInclusive, @Nullable Tuple high, boolean highInclusive) {
    return new TupleRange(low, lowInclusive, high, highInclusive);
  }
}
