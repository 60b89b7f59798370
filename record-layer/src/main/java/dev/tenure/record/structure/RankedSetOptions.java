package dev.tenure.record.structure;

/**
 * The options of a ranked set. They are part of its format, so a set must always be used with the
 * same options.
 *
 * @param levels the number of levels of the skip list, 2 to 8. With 6, a query in a set of a
 *     million members reads about 50 rows
 * @param countDuplicates whether a member that was added n times counts n; otherwise it counts 1
 */
public record RankedSetOptions(int levels, boolean countDuplicates) {
  public static final int LEVELS_MIN = 2;
  public static final int LEVELS_MAX = 8;

  private static final RankedSetOptions DEFAULTS = new RankedSetOptions(6, false);

  public RankedSetOptions {
    if (levels < LEVELS_MIN || levels > LEVELS_MAX) {
      throw new IllegalArgumentException(
          "ranked set of " + levels + " levels, expected " + LEVELS_MIN + " to " + LEVELS_MAX);
    }
  }

  /** Six levels; each member counts 1. */
  public static RankedSetOptions defaults() {
    return DEFAULTS;
  }

  public RankedSetOptions withLevels(int newLevels) {
    return new RankedSetOptions(newLevels, countDuplicates);
  }

  public RankedSetOptions withCountDuplicates(boolean newCountDuplicates) {
    return new RankedSetOptions(levels, newCountDuplicates);
  }
}
