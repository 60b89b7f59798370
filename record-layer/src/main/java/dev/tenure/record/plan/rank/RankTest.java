package dev.tenure.record.plan.rank;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * The records of a group for which conditions on ranks are true.
 *
 * @param indexes the ranks in the conditions, each with the index that is asked for it
 */
record RankTest(List<QueryPredicate> conditions, List<Asked> indexes, Group input)
    implements LogicalExpression {

  /** A rank, with the index that counts it. */
  record Asked(RankColumn column, BoundIndex index) {
    @Override
    public String toString() {
      return column.expression() + " of index " + index.name();
    }
  }

  @Override
  public List<Group> inputs() {
    return List.of(input);
  }

  @Override
  public String text() {
    return "filter by ranks " + conditions + " of " + input.name();
  }
}
