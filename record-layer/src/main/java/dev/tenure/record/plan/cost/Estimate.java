package dev.tenure.record.plan.cost;

import java.util.Locale;

/**
 * What a plan is expected to give and to cost. The unit of cost is a request or a key that is read:
 * a range of 20 keys costs 21, a get 2.
 *
 * @param rows how many rows it gives
 * @param setup what it costs before its first row
 * @param run what all its rows cost
 */
public record Estimate(double rows, double setup, double run) {
  /** What a request costs beside the keys it reads. */
  public static final double REQUEST = 1;

  /** What it costs to load a record by its key. */
  public static final double GET = REQUEST + 1;

  /** What it costs to look at a row that has been read: it decides between equal plans. */
  public static final double ROW = 0.001;

  /**
   * What it costs to read a part of the rows.
   *
   * @param share the part, from 0 to 1
   */
  public double cost(double share) {
    return setup + share * run;
  }

  /** What it costs to read all rows. */
  public double whole() {
    return setup + run;
  }

  /** So many of the rows, each of which is looked at. */
  public Estimate filtered(double left) {
    return new Estimate(left, setup, run + rows * ROW);
  }

  /** The same with its first row read in any case: all of it where no row is expected. */
  public Estimate withFirstRow() {
    double first = run / Math.max(1, rows);
    return new Estimate(rows, setup + first, run - first);
  }

  /** The same rows at a higher cost. */
  public Estimate plus(double more) {
    return new Estimate(rows, setup, run + more);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "rows %s, cost %s", round(rows), round(whole()));
  }

  private static String round(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
