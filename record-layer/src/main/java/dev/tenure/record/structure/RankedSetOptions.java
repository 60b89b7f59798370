package dev.tenure.record.structure;

/**
 * How a ranked set is kept. Part of its format: a set is always used with the options it was begun
 * with.
 *
 * @param levels from 2 to 8; with 6, a million members are found by some 50 rows
 * @param countDuplicates whether a member added n times counts n, or 1 as others do
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

  /** Six levels; every member counts 1. */
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
