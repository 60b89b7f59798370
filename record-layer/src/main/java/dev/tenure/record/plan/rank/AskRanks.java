package dev.tenure.record.plan.rank;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks an index for the ranks in conditions, since a record does not tell its rank.
 *
 * <pre>
 * filter rank(s) &lt;&gt; 3 and c = 1 of G      rank index s
 *   →  filter by ranks of that index rank(s) &lt;&gt; 3 and c = 1 of G
 * </pre>
 */
public final class AskRanks implements ExplorationRule {
  @Override
  public String name() {
    return "ask-ranks";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (!(expression instanceof LogicalExpression.Filtering filtering)) {
      return;
    }
    List<RankTest.Asked> asked = new ArrayList<>();
    for (RankColumn column : RankColumn.in(filtering.conditions())) {
      Optional<BoundIndex> index = column.indexIn(memo.indexes());
      if (index.isEmpty()) {
        return;
      }
      asked.add(new RankTest.Asked(column, index.get()));
    }
    if (!asked.isEmpty()) {
      memo.add(group, new RankTest(filtering.conditions(), asked, filtering.input()));
    }
  }
}
