package dev.tenure.campaigns.history;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.Range;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a range read, from any of its overloads.
 */
record RangeArguments(KeySelector begin, KeySelector end, int limit, boolean reverse) {

  static RangeArguments of(@Nullable Object[] given) {
    if (given[0] instanceof Range range) {
      return of(
          KeySelector.firstGreaterOrEqual(range.begin),
          KeySelector.firstGreaterOrEqual(range.end),
          given,
          1);
    }
    return of(bound(given[0]), bound(given[1]), given, 2);
  }

  private static RangeArguments of(
      KeySelector begin, KeySelector end, @Nullable Object[] given, int next) {
    int limit = given.length > next && given[next] instanceof Integer most ? most : 0;
    boolean reverse = given.length > next + 1 && Boolean.TRUE.equals(given[next + 1]);
    return new RangeArguments(begin, end, limit, reverse);
  }

  private static KeySelector bound(@Nullable Object given) {
    if (given instanceof KeySelector selector) {
      return selector;
    }
    if (given instanceof byte[] key) {
      return KeySelector.firstGreaterOrEqual(key.clone());
    }
    throw new IllegalArgumentException("a range's bound is " + given);
  }
}
