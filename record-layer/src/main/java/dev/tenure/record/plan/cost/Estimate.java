package dev.tenure.record.plan.cost;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * The expected number of rows of a plan, and its expected cost. The unit of cost is one request, or
 * one key that is read: a range read of 20 keys costs 21, and a get costs 2.
 *
 * @param rows the number of rows
 * @param setup the cost before the first row
 * @param run the cost of all rows
 * @param first which part of {@code run} a first part of the rows costs; both are from 0 to 1
 * @param byChance whether {@code first} takes into account that there may be more or fewer rows
 *     than expected; then it tells the cost of more rows, too. False for most operators: {@link
 *     #costOf} takes it into account
 */
public record Estimate(
    double rows, double setup, double run, DoubleUnaryOperator first, boolean byChance) {
  /** Of rows that cost about the same, a part costs the same part of their cost. */
  public static final DoubleUnaryOperator EVEN = share -> share;

  /** The cost of a request, in addition to the keys that it reads. */
  public static final double REQUEST = 1;

  /** The cost of loading a record by its key. */
  public static final double GET = REQUEST + 1;

  /**
   * The cost of processing a row that has been read. It is small, and decides between plans that
   * read the same.
   */
  public static final double ROW = 0.001;

  /** An estimate of rows that cost about the same. */
  public Estimate(double rows, double setup, double run) {
    this(rows, setup, run, EVEN);
  }

  /** An estimate whose number of rows is taken to be the expected one. */
  public Estimate(double rows, double setup, double run, DoubleUnaryOperator first) {
    this(rows, setup, run, first, false);
  }

  /**
   * The cost of reading a part of the rows.
   *
   * @param share the part, from 0 to 1
   */
  public double cost(double share) {
    return share >= 1 ? whole() : part(share);
  }

  private double part(double share) {
    return setup + Math.min(run, run * first.applyAsDouble(share));
  }

  /**
   * The expected cost of reading a number of rows, of which more may be wanted than are expected.
   * All rows are read if there are fewer; with few rows, chance decides that.
   */
  public double costOf(double wanted) {
    if (rows <= 0) {
      return whole();
    }
    if (byChance) {
      return part(wanted / rows);
    }
    Fewer fewer = Fewer.than(wanted, rows);
    double enough = 1 - fewer.chance();
    double rowsOfEnough = (rows - fewer.chance() * fewer.rows()) / enough;
    return enough > 0
        ? fewer.chance() * whole() + enough * cost(wanted / Math.max(wanted, rowsOfEnough))
        : whole();
  }

  /** The cost of reading all rows. */
  public double whole() {
    return setup + run;
  }

  /** The estimate after a filter that processes each row and leaves some of them. */
  public Estimate filtered(double left) {
    return filtered(left, EVEN);
  }

  /**
   * The estimate after a filter that processes each row and leaves some of them.
   *
   * @param read which part of the rows is processed until a part of those that are left is found
   */
  public Estimate filtered(double left, DoubleUnaryOperator read) {
    return new Estimate(left, setup, run + rows * ROW, behind(read));
  }

  /**
   * The estimate when the first row is always read. If no row is expected, that is the whole cost.
   */
  public Estimate withFirstRow() {
    double part = rows <= 1 ? 1 : 1 / rows;
    double cost = first.applyAsDouble(part);
    return new Estimate(
        rows,
        setup + cost * run,
        run - cost * run,
        isEven() || cost >= 1
            ? EVEN
            : share -> (first.applyAsDouble(part + share * (1 - part)) - cost) / (1 - cost));
  }

  /** The same estimate with a higher cost for each row. */
  public Estimate plusOfEach(double more) {
    return plusOfEach(more, EVEN);
  }

  /**
   * The same estimate with a higher cost for each row on average.
   *
   * @param when which part of this cost a first part of the rows has
   */
  public Estimate plusOfEach(double more, DoubleUnaryOperator when) {
    double all = run + rows * more;
    return new Estimate(
        rows,
        setup,
        all,
        (isEven() && when == EVEN) || all <= 0
            ? EVEN
            : share ->
                (run * first.applyAsDouble(share) + rows * more * when.applyAsDouble(share)) / all,
        byChance);
  }

  private DoubleUnaryOperator behind(DoubleUnaryOperator read) {
    return read == EVEN
        ? first
        : isEven() ? read : share -> first.applyAsDouble(read.applyAsDouble(share));
  }

  private boolean isEven() {
    return first == EVEN;
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
