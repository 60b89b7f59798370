package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Estimate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Returns the rows of some types, of a scan that also returns rows of other types.
 *
 * @param types the names of the types
 * @param extents the extents of the types, if no other type shares them; empty when the record must
 *     tell its type
 */
public record TypeFilter(PlanNode source, Set<String> types, Set<Integer> extents, Rows rows)
    implements PlanNode {

  /**
   * The rows that are expected.
   *
   * @param count the number of rows of the types
   * @param share the part of them that is wanted
   * @param read the part of the source's rows that is read until they are found
   */
  public record Rows(double count, double share, double read) {
    /** Rows that come evenly among those of the other types. */
    public static Rows evenly(double count) {
      return new Rows(count, 1, 1);
    }
  }

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
      Rows rows) {
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
    return new TypeFilter(source, types, told ? extents : Set.of(), rows);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    double tested = source.estimate().rows() * rows.read() / rows.share();
    return run.open(source, run.wanted().before(tested, rows.count()), from).filter(this::holds);
  }

  private boolean holds(Row row) {
    return extents.isEmpty()
        ? types.contains(row.required().type())
        : extents.contains(row.extent());
  }

  @Override
  public Estimate estimate() {
    Estimate all = source.estimate();
    return all.filtered(rows.count()).plusSaved((rows.share() - rows.read()) * all.run());
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
