package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;

/** Cuts parts out of tuples. */
public final class TupleParts {
  private static final Tuple NONE = new Tuple();

  private TupleParts() {}

  /** The elements from index {@code from} to before index {@code to}. */
  public static Tuple range(Tuple tuple, int from, int to) {
    if (from == to) {
      return NONE;
    }
    return from == 0 && to == tuple.size()
        ? tuple
        : Tuple.fromList(tuple.getItems().subList(from, to));
  }
}
