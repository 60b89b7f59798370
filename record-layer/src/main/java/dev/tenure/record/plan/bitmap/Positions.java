package dev.tenure.record.plan.bitmap;

import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * Exactly the records at the positions of a set.
 *
 * @param rowsPerPosition how many rows of an index there are for each position
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
