package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A range of tuples, by their first columns: an end with fewer columns than the tuples it is
 * compared with stands for all tuples that begin with it.
 *
 * @param low null for an open begin
 * @param lowInclusive whether tuples that begin with {@code low} are in
 * @param high null for an open end
 * @param highInclusive whether tuples that begin with {@code high} are in
 */
public record TupleRange(
    @Nullable Tuple low, boolean lowInclusive, @Nullable Tuple high, boolean highInclusive) {
  private static final TupleRange ALL = new TupleRange(null, true, null, true);

  public static TupleRange all() {
    return ALL;
  }

  /** All tuples that begin with these columns. */
  public static TupleRange prefix(Tuple prefix) {
    return new TupleRange(prefix, true, prefix, true);
  }

  /** The tuples from one to another; null for an open end. */
  public static TupleRange between(
      @Nullable Tuple low, boolean lowInclusive, @Nullable Tuple high, boolean highInclusive) {
    return new TupleRange(low, lowInclusive, high, highInclusive);
  }
}
