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
 * @param options the options of all scans of the plan: isolation, and a budget that the scans
 *     share. They have no limit of rows, no skip and no direction
 * @param width the most records that are loaded at the same time
 * @param counts the counts of the current operator; empty when nothing is counted
 * @param merged the number of executions like this one that are merged with it
 */
public record PlanRun(
    PlanSource source,
    Bindings bindings,
    ScanOptions options,
    int width,
    Optional<OperatorCounts> counts,
    int merged) {
  /** The most scans that are merged for lists of values. Nested lists multiply. */
  public static final int MERGED_MAX = 10_000;

  /** Begins to read an operator, or continues from a continuation that its cursor returned. */
  public RecordCursor<Row> open(PlanNode plan, Continuation from) {
    return counts.isEmpty()
        ? plan.open(this, from)
        : counts.get().below(plan).open(plan, this, from);
  }

  /** Scans the index of a path in a direction. */
  public RecordCursor<Row> entries(
      AccessPath path, AccessPath.Direction direction, IndexScan scan, Continuation from) {
    BoundIndex index = path.index().orElseThrow();
    EntryLayout layout = path.layout().orElseThrow();
    return index
        .maintainer()
        .scan(source.index(index.name()), scan, from, in(direction))
        .map(entry -> Row.of(entry, layout));
  }

  /** The options of a scan in a direction. */
  public ScanOptions in(AccessPath.Direction direction) {
    return options.withReverse(direction == AccessPath.Direction.REVERSE);
  }

  /** The same execution inside an operator, with a source that counts the operator's reads. */
  PlanRun counted(PlanSource metered, OperatorCounts operator) {
    return new PlanRun(metered, bindings, options, width, Optional.of(operator), merged);
  }

  /**
   * The same execution as one of several that are merged.
   *
   * @throws RecordLayerException QUERY_TOO_COMPLEX beyond {@link #MERGED_MAX}
   */
  PlanRun among(int values, Object list) {
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
    return new PlanRun(source, bindings, options, width, counts, (int) all);
  }

  /** The same execution with more values of parameters. */
  PlanRun with(Bindings inner) {
    return new PlanRun(source, inner, options, width, counts, merged);
  }
}
