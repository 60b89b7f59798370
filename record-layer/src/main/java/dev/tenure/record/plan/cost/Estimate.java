package dev.tenure.record.plan.cost;

import java.util.Locale;

/**
 * The expected number of rows of a plan, and its expected cost. The unit of cost is one request, or
 * one key that is read: a range read of 20 keys costs 21, and a get costs 2.
 *
 * @param rows the number of rows
 * @param setup the cost before the first row
 * @param run the cost of all rows, without setup
 */
public record Estimate(double rows, double setup, double run) {
  /** The cost of a request without the keys that it reads. */
  public static final double REQUEST = 1;

  /** The cost of loading a record by its key. */
  public static final double GET = REQUEST + 1;

  /**
   * The cost of processing a row that has been read. It is small, and decides between plans that
   * read the same.
   */
  public static final double ROW = 0.001;

  /**
   * The cost of reading a part of the rows.
   *
   * @param share the part, from 0 to 1
   */
  public double cost(double share) {
    return setup + share * run;
  }

  /** The cost of reading all rows. */
  public double whole() {
    return setup + run;
  }

  /** The estimate after a filter that processes each row and leaves some of them. */
  public Estimate filtered(double left) {
    return new Estimate(left, setup, run + rows * ROW);
  }

  /**
   * The estimate when the first row is always read. If no row is expected, that is the whole cost.
   */
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
