package dev.tenure.record.plan.rule;

import dev.tenure.record.plan.bitmap.ComposeBitmaps;
import dev.tenure.record.plan.bitmap.ReadPositions;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.rank.AskRanks;
import dev.tenure.record.plan.rank.MatchRanks;
import dev.tenure.record.plan.rank.ReadRanks;
import dev.tenure.record.plan.rank.TestRanks;
import dev.tenure.record.plan.skip.ReadSkipping;
import dev.tenure.record.plan.skip.SkipFirst;
import dev.tenure.record.plan.text.WeakenText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules of a planner. Immutable: each method returns another set of rules.
 *
 * @param exploring the rules that find ways to a set of records
 * @param implementing the rules that make operators of these ways
 */
public record PlannerRules(List<ExplorationRule> exploring, List<ImplementationRule> implementing) {
  private static final PlannerRules BUILT_IN =
      new PlannerRules(
          List.of(
              new MatchPaths(),
              new SplitIn(),
              new SplitOr(),
              new SplitTypes(),
              new WeakenText(),
              new ComposeBitmaps(),
              new IntersectPaths(),
              new MatchRanks(),
              new AskRanks(),
              new SkipFirst()),
          List.of(
              new ReadNothing(),
              new ReadAccessPath(),
              new ReadPositions(),
              new TestConditions(),
              new Unite(),
              new Intersect(),
              new TakeEach(),
              new ReadRanks(),
              new TestRanks(),
              new ReadSkipping()));

  public PlannerRules {
    exploring = List.copyOf(exploring);
    implementing = List.copyOf(implementing);
  }

  /** The rules that every planner has. */
  public static PlannerRules builtIn() {
    return BUILT_IN;
  }

  /** The names of all rules. */
  public List<String> names() {
    return Stream.concat(
            exploring.stream().map(ExplorationRule::name),
            implementing.stream().map(ImplementationRule::name))
        .toList();
  }

  /**
   * The same rules without one of them.
   *
   * @throws IllegalArgumentException when no rule has the name
   */
  public PlannerRules without(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException(
          "there is no planner rule " + name + ", there are " + names());
    }
    return new PlannerRules(
        exploring.stream().filter(rule -> !rule.name().equals(name)).toList(),
        implementing.stream().filter(rule -> !rule.name().equals(name)).toList());
  }

  /**
   * The same rules with one more, which is applied after the others.
   *
   * @throws IllegalArgumentException when a rule with the same name exists
   */
  public PlannerRules with(ExplorationRule rule) {
    requireNew(rule.name());
    List<ExplorationRule> more = new ArrayList<>(exploring);
    more.add(rule);
    return new PlannerRules(more, implementing);
  }

  /** As {@link #with(ExplorationRule)}. */
  public PlannerRules with(ImplementationRule rule) {
    requireNew(rule.name());
    List<ImplementationRule> more = new ArrayList<>(implementing);
    more.add(rule);
    return new PlannerRules(exploring, more);
  }

  private void requireNew(String name) {
    if (names().contains(name)) {
      throw new IllegalArgumentException("there is a planner rule " + name + " already");
    }
  }
}
