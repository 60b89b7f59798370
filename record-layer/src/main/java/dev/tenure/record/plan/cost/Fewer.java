package dev.tenure.record.plan.cost;

/**
 * The chance that there are fewer rows than wanted. The rows of several conditions vary like events
 * by Poisson's law, those of one condition hardly, as a histogram tells them; which is the case is
 * not known. So a small number of rows is taken to have half the variance of that law.
 *
 * @param chance from 0 to 1
 * @param rows how many rows there are on average in this case
 */
public record Fewer(double chance, double rows) {
  /** The number of half rows is distributed by Poisson's law. */
  private static final int PARTS = 2;

  /** If more rows are expected, about as many are taken to exist. */
  private static final double EXPECTED_MAX = 64;

  /** The chance of more rows than this is practically 0, whatever number is expected. */
  private static final double ROWS_MAX = 4 * EXPECTED_MAX;

  /** The chance of fewer rows than wanted, if a number of rows is expected. */
  public static Fewer than(double wanted, double expected) {
    if (expected > EXPECTED_MAX) {
      return new Fewer(wanted > expected ? 1 : 0, expected);
    }
    double fewer = 0;
    double sum = 0;
    double chance = Math.exp(-PARTS * expected);
    for (int parts = 0; parts < PARTS * Math.min(wanted, ROWS_MAX); parts++) {
      fewer += chance;
      sum += chance * parts / PARTS;
      chance *= PARTS * expected / (parts + 1);
    }
    return new Fewer(Math.min(1, fewer), sum / Math.max(fewer, Double.MIN_NORMAL));
  }
}
