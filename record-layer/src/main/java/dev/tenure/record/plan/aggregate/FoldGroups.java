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
 * A row for each group of the rows of some plans, which give them in one order of groups. Without
 * columns of a group there is one row, whatever comes.
 *
 * @param order in which all parts give their groups; columns that are the same in all are left out
 * @param parts what is added up; the first tells which groups there are
 */
record FoldGroups(BoundGroups groups, List<Placed> order, List<Part> parts, Estimate estimate)
    implements PlanNode {
  FoldGroups {
    order = List.copyOf(order);
    parts = List.copyOf(parts);
  }

  /** A column by which groups are ordered, and how. */
  record Placed(KeyExpression column, KeyOrder order) {}

  /** A row, of which part it is, and its group. */
  record Input(int part, Row row, Tuple group) {}

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return Cursors.strict(new FoldCursor(this, run, from));
  }

  /** The rows of all parts; those of a group come together. */
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
