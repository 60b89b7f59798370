package dev.tenure.record.plan.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.node.Delivered;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Returns a row for each group of rows. The rows come from one or more plans, which all return them
 * in the same order of groups. Without columns of a group there is exactly one row, even if there
 * are no rows to fold.
 *
 * @param order the order in which all parts return their groups, without columns that are equal in
 *     all groups
 * @param parts the plans whose rows are folded; the first one determines which groups exist
 */
record FoldGroups(BoundGroups groups, List<Placed> order, List<Part> parts, Estimate estimate)
    implements PlanNode {
  FoldGroups {
    order = List.copyOf(order);
    parts = List.copyOf(parts);
  }

  /** A column by which groups are ordered, with its order. */
  record Placed(KeyExpression column, KeyOrder order) {}

  /** A row of a part, with its group. */
  record Input(int part, Row row, Tuple group) {}

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.strict(new FoldCursor(this, run, from));
  }

  /** The rows of all parts. The rows of one group follow one another. */
  RecordCursor<Input> inputs(PlanRun run, Continuation from) {
    List<CursorSource<Input>> sources =
        IntStream.range(0, parts.size()).mapToObj(part -> inputs(run, part)).toList();
    return sources.size() == 1
        ? sources.get(0).resume(from)
        : Cursors.union(from, sources, this::keyOf, false);
  }

  private CursorSource<Input> inputs(PlanRun run, int part) {
    PlanNode source = parts.get(part).source();
    return at -> run.open(source, at).map(row -> new Input(part, row, groups.groupOf(row)));
  }

  private Tuple keyOf(Input input) {
    List<Object> elements = new ArrayList<>();
    for (Placed each : order) {
      int column = groups.columns().indexOf(each.column());
      elements.add(each.order().encode(input.group().get(column)));
    }
    elements.add((long) input.part());
    elements.add(parts.get(input.part()).keyOf(input.row()));
    return Tuple.fromList(elements);
  }

  @Override
  public Delivered delivered() {
    return Delivered.keys();
  }

  @Override
  public List<PlanNode> children() {
    return parts.stream().map(Part::source).toList();
  }

  @Override
  public String text() {
    return groups.toString();
  }
}
