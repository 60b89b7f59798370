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

/**
 * One execution of a plan.
 *
 * @param options of all scans of the plan: isolation and a budget that they share; neither rows nor
 *     skip, nor direction
 * @param width how many loads of records may be under way at once
 * @param counts of the operator that is open; empty when nobody asks
 * @param merged how many executions like this one are merged
 * @param wanted how many rows the operators above take of the open operator
 */
public record PlanRun(
    PlanSource source,
    Bindings bindings,
    ScanOptions options,
    int width,
    Optional<OperatorCounts> counts,
    int merged,
    Wanted wanted) {
  /** The most scans that lists of values are merged of, a list within another included. */
  public static final int MERGED_MAX = 10_000;

  private static final int LOADS_AT_ONCE = 10;

  /** How many records are loaded at once: beyond the rows that are wanted, loads are in vain. */
  public static int loadsAtOnce(int limit) {
    return limit == 0 ? LOADS_AT_ONCE : Math.min(limit, LOADS_AT_ONCE);
  }

  /** Begins to read an operator, or goes on from a continuation that its cursor has given. */
  public RecordCursor<Row> open(PlanNode plan, Continuation from) {
    return open(plan, Wanted.UNKNOWN, from);
  }

  /**
   * As {@link #open(PlanNode, Continuation)}, for an operator of which some rows are taken in this
   * execution: a scan reads no more than the most of them.
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

  /** As {@link #entries(AccessPath, AccessPath.Direction, IndexScan, Continuation)}. */
  RecordCursor<Row> entries(
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

  /** The same execution with more values of parameters. */
  PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width, counts, merged, wanted);
  }
}
