package dev.tenure.record.plan.rank;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * Those records of a group of which conditions are true that look at ranks.
 *
 * @param indexes what each rank is asked of
 */
record RankTest(List<QueryPredicate> conditions, List<Asked> indexes, Group input)
    implements LogicalExpression {

  /** A rank, and the index that counts it. */
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
