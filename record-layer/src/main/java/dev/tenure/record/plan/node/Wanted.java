package dev.tenure.record.plan.node;

/**
 * How many rows of an operator the operators above it take in one execution.
 *
 * @param most no more rows are taken; 0 when that is not known
 * @param expected about as many rows are expected to be taken; 0 when that is not known. A scan
 *     reads them first
 */
public record Wanted(int most, int expected) {
  /** Nothing is known. */
  public static final Wanted UNKNOWN = new Wanted(0, 0);

  /** Behind so many rows, small first reads save little. */
  private static final double EXPECTED_MAX = 1_000;

  /** No more than some rows; 0 when that is not known. */
  public static Wanted atMost(int rows) {
    return rows == 0 ? UNKNOWN : new Wanted(rows, rows);
  }

  /**
   * What an operator takes of its source that leaves some of the source's rows.
   *
   * @param all the expected rows of the source
   * @param left how many of them are expected to be left
   */
  public Wanted before(double all, double left) {
    double needed = Math.ceil(expected * Math.max(1, all / Math.max(left, Double.MIN_NORMAL))) + 1;
    return expected == 0 || needed > EXPECTED_MAX ? UNKNOWN : new Wanted(0, (int) needed);
  }

  /** The same without a bound, where it is not known whose rows are taken. */
  Wanted perhaps() {
    return new Wanted(0, expected);
  }
}
