package dev.tenure.examples.geohash;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.OrderColumn;
import java.util.Optional;

/**
 * Reads the box of an index of points: in any order, or in the order of cells.
 *
 * <pre>
 * box of index by-place, any order   →  filter the four comparisons over scan of the box
 * box of index by-place, order cell  →  the same; in reverse for the reverse order
 * </pre>
 *
 * <p>A box also has points for which the comparisons are false: at its edges, and at a pole with
 * other longitudes. The filter removes them, and reads entries only.
 */
public final class ReadBoxes implements ImplementationRule {
  @Override
  public String name() {
    return "read-boxes";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (expression instanceof Box box) {
      direction(box, goal.order()).ifPresent(reverse -> offer(box, reverse, group, search));
    }
  }

  private static void offer(Box box, boolean reverse, Group group, Implementation search) {
    PlanNode scan = BoxNode.of(box, reverse, group.rows());
    search.offer(new Filter(scan, search.conditions(box.conditions()), group.rows()));
  }

  /** Whether the box is read in reverse to give an order; empty when it does not give it. */
  private static Optional<Boolean> direction(Box box, OrderSpec order) {
    if (order.isNone()) {
      return Optional.of(false);
    }
    if (order.columns().size() != 1
        || order.key() != OrderSpec.Key.ANY
        || !isCell(box, order.columns().get(0))) {
      return Optional.empty();
    }
    return switch (order.columns().get(0).order()) {
      case ASCENDING_NULLS_FIRST, ASCENDING_NULLS_LAST -> Optional.of(false);
      case DESCENDING_NULLS_FIRST, DESCENDING_NULLS_LAST -> Optional.of(true);
    };
  }

  /** No point of a box is null, so that it makes no difference where nulls come. */
  private static boolean isCell(Box box, OrderColumn column) {
    KeyExpression columns = box.index().index().columns();
    int count = columns.columnCount();
    return columns
        .subKey(count - GeohashIndexType.POINT_COLUMNS, count)
        .filter(point -> column.column().isEquivalentTo(CellFunction.cell(point)))
        .isPresent();
  }
}
