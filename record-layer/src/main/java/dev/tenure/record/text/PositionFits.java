package dev.tenure.record.text;

import java.util.Arrays;
import java.util.List;

/** Checks whether the positions of tokens in one record satisfy a query. */
public final class PositionFits {
  private PositionFits() {}

  /** Whether the phrase begins at any position of the record. */
  public static boolean phrase(List<TextPlan.Place> order, List<int[]> positions) {
    TextPlan.Place first = order.get(0);
    for (int position : positions.get(first.leaf())) {
      long begin = (long) position - first.position();
      if (order.stream().allMatch(place -> has(positions.get(place.leaf()), begin, place))) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(int[] positions, long begin, TextPlan.Place place) {
    long wanted = begin + place.position();
    return wanted >= 0
        && wanted <= Integer.MAX_VALUE
        && Arrays.binarySearch(positions, (int) wanted) >= 0;
  }

  /**
   * Whether one position of each token can be chosen so that the first and the last are at most the
   * distance apart.
   */
  public static boolean near(int distance, List<int[]> positions) {
    int[] at = new int[positions.size()];
    while (true) {
      int nearest = 0;
      int farthest = 0;
      for (int i = 0; i < at.length; i++) {
        if (at[i] == positions.get(i).length) {
          return false;
        }
        int position = positions.get(i)[at[i]];
        nearest = position < positions.get(nearest)[at[nearest]] ? i : nearest;
        farthest = position > positions.get(farthest)[at[farthest]] ? i : farthest;
      }
      long apart =
          (long) positions.get(farthest)[at[farthest]] - positions.get(nearest)[at[nearest]];
      if (apart <= distance) {
        return true;
      }
      at[nearest]++;
    }
  }
}
