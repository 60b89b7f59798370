package dev.tenure.examples.geohash;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A box that is bounded by four comparisons, and by an equality for each column of the group.
 *
 * @param ends the values of the group's columns, and then south, north, west and east
 */
record Box(BoundIndex index, List<QueryPredicate> conditions, List<Operand> ends)
    implements LogicalExpression {
  private static final List<Operator> AT_LEAST =
      List.of(Operator.GREATER_OR_EQUAL, Operator.GREATER);
  private static final List<Operator> AT_MOST = List.of(Operator.LESS_OR_EQUAL, Operator.LESS);

  Box {
    conditions = List.copyOf(conditions);
    ends = List.copyOf(ends);
  }

  /**
   * The box that conditions bound on an index of points; empty when they do not bound all four
   * sides.
   */
  static Optional<Box> of(BoundIndex index, List<QueryPredicate> conditions) {
    Optional<IndexCandidate> candidate =
        index.maintainer().candidates().stream()
            .filter(each -> each.scan().equals(BoxScan.BOX) && each.distinct())
            .findFirst();
    if (candidate.isEmpty()) {
      return Optional.empty();
    }
    List<QueryPredicate> used = new ArrayList<>();
    List<Operand> ends = new ArrayList<>();
    List<KeyColumn> columns = candidate.get().columns();
    for (int i = 0; i < columns.size(); i++) {
      boolean isGroup = i < candidate.get().equalities();
      for (List<Operator> operators :
          isGroup ? List.of(List.of(Operator.EQUAL)) : List.of(AT_LEAST, AT_MOST)) {
        Optional<Comparison> found = comparison(columns.get(i), operators, conditions);
        if (found.isEmpty()) {
          return Optional.empty();
        }
        used.add(found.get());
        ends.add(found.get().operand());
      }
    }
    return Optional.of(new Box(index, used, ends));
  }

  private static Optional<Comparison> comparison(
      KeyColumn column, List<Operator> operators, List<QueryPredicate> conditions) {
    return conditions.stream()
        .filter(Comparison.class::isInstance)
        .map(Comparison.class::cast)
        .filter(each -> operators.contains(each.operator()))
        .filter(each -> !(each.operand() instanceof Operand.Column))
        .filter(each -> each.column().columns().get(0).holdsSameAs(column))
        .findFirst();
  }

  /** The scan of all points in the box; empty when the box cannot have points. */
  Optional<BoxScan> scan(Bindings bindings) {
    int group = ends.size() - 4;
    Tuple equal = new Tuple();
    for (Operand end : ends.subList(0, group)) {
      equal = equal.addObject(bindings.valueOf(end).element());
    }
    double south = Math.max(-90, degrees(group, bindings));
    double north = Math.min(90, degrees(group + 1, bindings));
    double west = Math.max(-180, degrees(group + 2, bindings));
    double east = Math.min(180, degrees(group + 3, bindings));
    return south <= north && west <= east
        ? Optional.of(new BoxScan(equal, south, west, north, east))
        : Optional.empty();
  }

  private double degrees(int end, Bindings bindings) {
    return (Double) bindings.valueOf(ends.get(end)).element();
  }

  @Override
  public List<Group> inputs() {
    return List.of();
  }

  @Override
  public String text() {
    return "box of index " + index.name() + " " + ends;
  }
}
