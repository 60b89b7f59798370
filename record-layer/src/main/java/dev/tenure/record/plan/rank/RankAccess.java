package dev.tenure.record.plan.rank;

import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.List;

/**
 * The records of a range of ranks in a group of a rank index.
 *
 * @param match the group, which equalities fix
 */
record RankAccess(PathMatch match, RankLimits limits) implements LogicalExpression {

  @Override
  public List<Group> inputs() {
    return List.of();
  }

  @Override
  public String text() {
    return "read " + match.path() + " " + limits;
  }
}
