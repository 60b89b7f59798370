package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;

/** Cuts tuples. */
final class TupleParts {
  private TupleParts() {}

  /** The elements from one place to before another. */
  static Tuple range(Tuple tuple, int from, int to) {
    return Tuple.fromList(tuple.getItems().subList(from, to));
  }
}
