package dev.tenure.record.plan.bitmap;

import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * Finds exactly the records at the positions of a set.
 *
 * @param rowsPerPosition the number of index rows for each position, below 1
 */
record Positions(PositionSet set, PositionKey key, double rowsPerPosition)
    implements LogicalExpression {
  @Override
  public List<Group> inputs() {
    return List.of();
  }

  @Override
  public String text() {
    return "positions " + set;
  }
}
