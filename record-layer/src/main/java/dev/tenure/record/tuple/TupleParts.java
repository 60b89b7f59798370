package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Cuts parts out of tuples. */
public final class TupleParts {
  private static final Tuple NONE = new Tuple();

  private TupleParts() {}

  /** The elements from index {@code from} to before index {@code to}. */
  public static Tuple range(Tuple tuple, int from, int to) {
    if (from == to) {
      return NONE;
    }
    if (from == 0 && to == tuple.size()) {
      return tuple;
    }
    @Nullable Object[] items = new @Nullable Object[to - from];
    for (int i = 0; i < items.length; i++) {
      items[i] = tuple.get(from + i);
    }
    return Tuple.from(items);
  }
}
