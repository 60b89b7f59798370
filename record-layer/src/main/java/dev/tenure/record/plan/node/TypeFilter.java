package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Estimate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/**
 * Returns the rows of some types, of a scan that also returns rows of other types.
 *
 * @param types the names of the types
 * @param extents the extents of the types, if no other type shares them; empty when the record must
 *     tell its type
 * @param rows the expected number of rows of the types
 * @param read which part of the source's rows is read until a part of the rows of the types is
 *     found
 */
public record TypeFilter(
    PlanNode source, Set<String> types, Set<Integer> extents, double rows, DoubleUnaryOperator read)
    implements PlanNode {

  /**
   * Adds a filter to a plan if the plan returns rows of types that are not wanted.
   *
   * @param held the types whose rows the plan returns
   */
  public static PlanNode of(
      PlanNode plan,
      Collection<String> held,
      Collection<String> wanted,
      BoundMetaData metaData,
      double rows,
      DoubleUnaryOperator read) {
    Set<String> types = new TreeSet<>(wanted);
    if (types.equals(new TreeSet<>(held))) {
      return plan;
    }
    Set<Integer> extents = new TreeSet<>();
    types.forEach(type -> extents.add(metaData.type(type).extent()));
    boolean told =
        held.stream()
            .filter(type -> !types.contains(type))
            .noneMatch(type -> extents.contains(metaData.type(type).extent()));
    PlanNode source = told || plan.delivered().hasRecord() ? plan : new Fetch(plan);
    return new TypeFilter(source, types, told ? extents : Set.of(), rows, read);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return run.open(source, run.wanted().before(source.estimate().rows(), rows, read), from)
        .filter(this::holds);
  }

  private boolean holds(Row row) {
    return extents.isEmpty()
        ? types.contains(row.required().type())
        : extents.contains(row.extent());
  }

  @Override
  public Estimate estimate() {
    return source.estimate().filtered(rows, read);
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
