package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.query.Bindings;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * One execution of a plan.
 *
 * @param options the options of all scans of the plan: their isolation, and the budget that they
 *     share. They have no skip, no number of rows and no direction
 * @param width the most loads of records at the same time
 * @param counts the counts of the open operator; empty when the run is not counted
 * @param merged the number of executions like this one that are merged
 * @param wanted the number of rows that the operators above take of the open operator
 */
public record PlanRun(
    PlanSource source,
    Bindings bindings,
    ScanOptions options,
    int width,
    Optional<OperatorCounts> counts,
    int merged,
    Wanted wanted) {
  /** The most scans that are merged for lists of values, including lists inside lists. */
  public static final int MERGED_MAX = 10_000;

  private static final int LOADS_AT_ONCE = 10;

  /**
   * The number of records to load at once. It is at most the number of wanted rows, since further
   * loads would be in vain.
   */
  public static int loadsAtOnce(int limit) {
    return limit == 0 ? LOADS_AT_ONCE : Math.min(limit, LOADS_AT_ONCE);
  }

  /** Begins to read an operator, or continues from a continuation of an earlier cursor. */
  public RecordCursor<Row> open(PlanNode plan, Continuation from) {
    return open(plan, Wanted.UNKNOWN, from);
  }

  /**
   * As {@link #open(PlanNode, Continuation)}, for an operator of which this execution takes only
   * some rows. A scan reads no more than the most of them.
   */
  public RecordCursor<Row> open(PlanNode plan, Wanted rows, Continuation from) {
    PlanRun run =
        rows.equals(wanted)
            ? this
            : new PlanRun(source, bindings, options, width, counts, merged, rows);
    return counts.isEmpty() ? plan.open(run, from) : counts.get().below(plan).open(plan, run, from);
  }

  /** Scans the index of a path in a direction. */
  public RecordCursor<Row> entries(
      AccessPath path, AccessPath.Direction direction, IndexScan scan, Continuation from) {
    return entries(path, in(direction), scan, from);
  }

  /**
   * As {@link #entries(AccessPath, AccessPath.Direction, IndexScan, Continuation)}, with options of
   * the caller's, such as a number of rows.
   */
  public RecordCursor<Row> entries(
      AccessPath path, ScanOptions options, IndexScan scan, Continuation from) {
    BoundIndex index = path.index().orElseThrow();
    EntryLayout layout = path.layout().orElseThrow();
    return index
        .maintainer()
        .scan(source.index(index.name()), scan, from, options)
        .map(entry -> Row.of(entry, layout));
  }

  /** The options of a scan in a direction. */
  public ScanOptions in(AccessPath.Direction direction) {
    return options.withReverse(direction == AccessPath.Direction.REVERSE);
  }

  /** The same execution inside an operator, with a source that counts the operator's reads. */
  PlanRun counted(PlanSource metered, OperatorCounts operator) {
    return new PlanRun(metered, bindings, options, width, Optional.of(operator), merged, wanted);
  }

  /**
   * The same execution as one of several that are merged.
   *
   * @throws RecordLayerException QUERY_TOO_COMPLEX beyond {@link #MERGED_MAX}
   */
  public PlanRun among(int values, Object list) {
    long all = (long) merged * values;
    if (all > MERGED_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.QUERY_TOO_COMPLEX,
          "query merges "
              + all
              + " scans for the "
              + values
              + " values of "
              + list
              + ", the limit is "
              + MERGED_MAX);
    }
    return new PlanRun(source, bindings, options, width, counts, (int) all, wanted);
  }

  /** The same execution with other values of parameters, for the operators below. */
  public PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width, counts, merged, wanted);
  }

  /**
   * The number of rows of an operator that the operators above it take in one execution.
   *
   * @param most no more rows are taken; 0 when that is not known
   * @param expected about as many rows are expected to be taken; 0 when that is not known. A scan
   *     reads them first
   */
  public record Wanted(int most, int expected) {
    /** The number is not known. */
    public static final Wanted UNKNOWN = new Wanted(0, 0);

    /** Behind so many rows, small first reads save little. */
    private static final double EXPECTED_MAX = 1_000;

    /** No more than some rows; 0 when that is not known. */
    public static Wanted atMost(int rows) {
      return rows == 0 ? UNKNOWN : new Wanted(rows, rows);
    }

    /**
     * The rows that an operator takes of its source if it drops some of them.
     *
     * @param all the expected rows of the source
     * @param left how many of them are expected to be left
     * @param read which part of them is read until a part of those that are left is found
     */
    public Wanted before(double all, double left, DoubleUnaryOperator read) {
      double part = read.applyAsDouble(Math.min(1, expected / Math.max(left, Double.MIN_NORMAL)));
      double needed = Math.ceil(Math.max(expected, all * part)) + 1;
      return expected == 0 || needed > EXPECTED_MAX ? UNKNOWN : new Wanted(0, (int) needed);
    }

    /** The rows of one of several sources that together give the wanted ones. */
    Wanted part(double ofRows) {
      return expected == 0
          ? this
          : new Wanted(most, (int) Math.min(expected, Math.ceil(expected * ofRows) + 1));
    }

    /** The rows of a source that is read when others have given some of the wanted ones. */
    Wanted behind(int given) {
      return new Wanted(
          most == 0 ? 0 : rest(most, given), expected == 0 ? 0 : rest(expected, given));
    }

    private static int rest(int rows, int given) {
      return Math.max(1, rows - given);
    }

    /** The same without a bound, where it is not known whose rows are taken. */
    Wanted perhaps() {
      return new Wanted(0, expected);
    }
  }
}
