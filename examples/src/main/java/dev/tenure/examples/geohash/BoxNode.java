package dev.tenure.examples.geohash;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.List;

/** Scans the cells of a box, in their order or in reverse. */
record BoxNode(Box box, boolean reverse, EntryLayout layout, Estimate estimate)
    implements PlanNode {
  /** How many ranges of cells a box is thought to have. */
  private static final int RANGES = 10;

  static BoxNode of(Box box, boolean reverse, double rows) {
    return new BoxNode(
        box,
        reverse,
        new EntryLayout(box.index()),
        new Estimate(rows, RANGES * Estimate.REQUEST, rows));
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    ScanOptions options = run.options().withReverse(reverse);
    OpenIndex index = run.source().index(box.index().name());
    return box.scan(run.bindings())
        .map(
            scan ->
                box.index()
                    .maintainer()
                    .scan(index, scan, from, options)
                    .map(entry -> new Row(entry.extent(), entry.primaryKey(), entry, layout, null)))
        .orElseGet(Cursors::empty);
  }

  @Override
  public Delivered delivered() {
    return Delivered.entries(layout);
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "scan " + box.text() + (reverse ? " reverse" : "");
  }
}
