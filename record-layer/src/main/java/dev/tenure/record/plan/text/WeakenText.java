package dev.tenure.record.plan.text;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import java.util.List;

/**
 * Asks an index without positions for the records that have all tokens, and then tests the full
 * condition on their texts.
 *
 * <pre>
 * select {body contains phrase "sea storm"}      index without positions
 *   →  filter phrase "sea storm" of {body contains tokens "sea storm"}
 * </pre>
 */
public final class WeakenText implements ExplorationRule {
  @Override
  public String name() {
    return "weaken-text";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (expression instanceof LogicalExpression.Selection) {
      for (QueryPredicate each : group.set().conjuncts()) {
        if (each instanceof TextMatch match) {
          weaken(match, group, memo);
        }
      }
    }
  }

  private static void weaken(TextMatch match, Group group, Exploration memo) {
    RecordSet set = group.set();
    TextMatch weaker = match.weaker();
    if (!weaker.equals(match)
        && memo.indexes().stream().anyMatch(index -> answersOnly(index, weaker, match))) {
      Group wider = memo.group(set.replacing(match, List.of(weaker)));
      memo.add(group, new LogicalExpression.Filtering(List.of(match), wider));
    }
  }

  private static boolean answersOnly(BoundIndex index, TextMatch weaker, TextMatch match) {
    return answers(index, weaker) && !answers(index, match);
  }

  private static boolean answers(BoundIndex index, TextMatch match) {
    return index.maintainer().candidates().stream()
        .anyMatch(each -> index.maintainer().scanFor(each, List.of(match)).isPresent());
  }
}
