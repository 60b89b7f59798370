package dev.tenure.record.plan.bitmap;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.List;

/**
 * Returns the records at the positions of a set, in the order of positions. A row has the primary
 * key only.
 */
record PositionScan(PositionSet set, PositionKey key, Estimate estimate) implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    EntryLayout layout = key.layout();
    int groups = set.groups(list -> OneColumn.valuesOf(list, run.bindings()).size()).size();
    return set.query(run.among(groups, set).source()::index, run.bindings())
        .map(
            query ->
                query
                    .positions(from, run.options())
                    .map(
                        position ->
                            Row.of(entry(key.primaryKey(position, run.bindings())), layout)))
        .orElseGet(Cursors::empty);
  }

  private IndexEntry entry(Tuple primaryKey) {
    return new IndexEntry(set.name(), new Tuple(), new Tuple(), key.type().extent(), primaryKey);
  }

  @Override
  public Delivered delivered() {
    return Delivered.entries(key.layout());
  }

  @Override
  public List<PlanNode> children() {
    return List.of();
  }

  @Override
  public String text() {
    return "positions " + set;
  }
}
