package dev.tenure.record.plan.skip;

import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * The records of one range behind each value of an index's first column.
 *
 * @param path the whole index
 * @param bounds the bounds of the columns behind the first
 */
record SkipAccess(AccessPath path, KeyBounds bounds) implements LogicalExpression {

  @Override
  public List<Group> inputs() {
    return List.of();
  }

  @Override
  public String text() {
    return "read " + path + " behind each first value " + bounds;
  }
}
