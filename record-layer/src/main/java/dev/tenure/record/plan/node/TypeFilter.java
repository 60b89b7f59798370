package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of some types, where a scan gives those of others too.
 *
 * @param types the names of the types
 * @param extents where they lie, when other types do not lie there; empty when only the record
 *     tells its type
 */
public record TypeFilter(PlanNode source, Set<String> types, Set<Integer> extents, double rows)
    implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return run.open(source, from).filter(this::holds);
  }

  private boolean holds(Row row) {
    return extents.isEmpty()
        ? types.contains(row.required().type())
        : extents.contains(row.extent());
  }

  @Override
  public Estimate estimate() {
    return source.estimate().filtered(rows);
  }

  @Override
  public Delivered delivered() {
    return source.delivered();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "only " + String.join(", ", new TreeSet<>(types));
  }
}
