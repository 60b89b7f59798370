package dev.tenure.record.plan.cost;

/**
 * The chance that there are fewer rows than wanted. A small number of rows is taken to be
 * distributed by Poisson's law.
 *
 * @param chance from 0 to 1
 * @param rows how many rows there are on average in this case
 */
public record Fewer(double chance, double rows) {
  /** If more rows are expected, about as many are taken to exist. */
  private static final double EXPECTED_MAX = 64;

  /** The chance of so many rows is too small to count. */
  private static final double ROWS_MAX = 4 * EXPECTED_MAX;

  /** The chance of fewer rows than wanted, if a number of rows is expected. */
  public static Fewer than(double wanted, double expected) {
    if (expected > EXPECTED_MAX) {
      return new Fewer(wanted > expected ? 1 : 0, expected);
    }
    double fewer = 0;
    double sum = 0;
    double chance = Math.exp(-expected);
    for (int rows = 0; rows < Math.min(wanted, ROWS_MAX); rows++) {
      fewer += chance;
      sum += chance * rows;
      chance *= expected / (rows + 1);
    }
    return new Fewer(Math.min(1, fewer), sum / Math.max(fewer, Double.MIN_NORMAL));
  }
}
