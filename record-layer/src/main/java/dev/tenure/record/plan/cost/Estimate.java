package dev.tenure.record.plan.cost;

import java.util.Locale;

/**
 * The expected number of rows of a plan, and its expected cost. The unit of cost is one request, or
 * one key that is read: a range read of 20 keys costs 21, and a get costs 2.
 *
 * @param rows the number of rows
 * @param setup the cost before the first row
 * @param run the cost of all rows
 * @param ahead the cost of one row that is loaded behind the last wanted row
 * @param saved by how much the first rows, which a limit leaves, are cheaper than other rows; less
 *     than 0 when they are more expensive
 */
public record Estimate(double rows, double setup, double run, double ahead, double saved) {
  /** The cost of a request, in addition to the keys that it reads. */
  public static final double REQUEST = 1;

  /** The cost of loading a record by its key. */
  public static final double GET = REQUEST + 1;

  /**
   * The cost of processing a row that has been read. It is small, and decides between plans that
   * read the same.
   */
  public static final double ROW = 0.001;

  /** An estimate of rows that cost about the same, none of which is loaded ahead. */
  public Estimate(double rows, double setup, double run) {
    this(rows, setup, run, 0, 0);
  }

  /** The cost of reading a part of the rows, without loads ahead. */
  public double cost(double share) {
    return cost(share, 0);
  }

  /**
   * The cost of reading a part of the rows.
   *
   * @param share the part, from 0 to 1
   * @param rowsAhead the number of rows that may be loaded behind the last wanted row
   */
  public double cost(double share, int rowsAhead) {
    if (share >= 1) {
      return whole();
    }
    return setup + Math.min(run, Math.max(0, share * run + rowsAhead * ahead - saved));
  }

  /** The cost of reading all rows. */
  public double whole() {
    return setup + run;
  }

  /** The estimate after a filter that processes each row and leaves some of them. */
  public Estimate filtered(double left) {
    return new Estimate(left, setup, run + rows * ROW, ahead, saved);
  }

  /**
   * The estimate when the first row is always read. If no row is expected, that is the whole cost.
   */
  public Estimate withFirstRow() {
    double first = run / Math.max(1, rows);
    return new Estimate(rows, setup + first, run - first, ahead, saved);
  }

  /** The same estimate when the first rows are cheaper than other rows, or more expensive. */
  public Estimate plusSaved(double more) {
    return new Estimate(rows, setup, run, ahead, saved + more);
  }

  /** The same estimate without rows that are loaded ahead. */
  public Estimate withoutRowsAhead() {
    return new Estimate(rows, setup, run, 0, saved);
  }

  /** The same estimate with a higher cost for each row, also for rows that are loaded ahead. */
  public Estimate plusOfEach(double more) {
    return new Estimate(rows, setup, run + rows * more, ahead + more, saved);
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
