package dev.tenure.record.plan.rule;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPaths;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a range of an index or of the records, and tests what the range does not say. What an entry
 * can tell is tested before the record is loaded.
 *
 * <pre>
 * select {a = 1 and b &gt; 2 and c = 3}      index (a, b) covering c
 *   →  filter c = 3 of {a = 1 and b &gt; 2};   {a = 1 and b &gt; 2}  →  read index [= 1, in (2, ∞)]
 * </pre>
 */
final class MatchPaths implements ExplorationRule {
  @Override
  public String name() {
    return "match-paths";
  }

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    if (expression instanceof LogicalExpression.Selection) {
      matches(group.set(), memo).forEach(match -> add(match, group, memo));
    }
  }

  /** All paths that have the records of a set. */
  static List<PathMatch> matches(RecordSet set, Exploration memo) {
    List<PathMatch> matches = new ArrayList<>();
    memo.indexes().forEach(index -> addMatches(index, set, memo, matches));
    List<Integer> extents =
        set.types().stream().map(type -> memo.metaData().type(type).extent()).distinct().toList();
    if (extents.size() == 1) {
      List<BoundType> extent =
          memo.metaData().types().stream().filter(type -> type.extent() == extents.get(0)).toList();
      matches.add(AccessPaths.byRecords(extent, set, memo.metaData()));
    }
    return matches;
  }

  /**
   * The paths by one index. A column that fans out is bounded by one condition, so that an index
   * has a path for each: two of them may be intersected.
   */
  private static void addMatches(
      BoundIndex index, RecordSet set, Exploration memo, List<PathMatch> matches) {
    RecordSet rest = set;
    Optional<PathMatch> match = AccessPaths.byIndex(index, rest, memo.metaData());
    while (match.isPresent()) {
      matches.add(match.get());
      List<QueryPredicate> fanned =
          match.get().used().stream().filter(MatchPaths::fansOut).toList();
      if (fanned.isEmpty()) {
        return;
      }
      rest = rest.of(rest.without(fanned));
      match = AccessPaths.byIndex(index, rest, memo.metaData());
    }
  }

  private static boolean fansOut(QueryPredicate condition) {
    return Columns.of(condition).stream().anyMatch(KeyExpression::fansOut);
  }

  private static void add(PathMatch match, Group group, Exploration memo) {
    RecordSet set = group.set();
    List<QueryPredicate> rest = set.without(match.used());
    Group read = memo.group(set.of(match.conditions()));
    memo.add(read, new LogicalExpression.Access(match));
    List<QueryPredicate> told = rest.stream().filter(each -> isTold(match, each)).toList();
    Group tested = read;
    if (!told.isEmpty() && told.size() < rest.size()) {
      List<QueryPredicate> both = new ArrayList<>(match.conditions());
      both.addAll(told);
      tested = memo.group(set.of(both));
      memo.add(tested, new LogicalExpression.Filtering(told, read));
    }
    if (read != group && !rest.isEmpty()) {
      List<QueryPredicate> left =
          tested == read ? rest : rest.stream().filter(each -> !told.contains(each)).toList();
      memo.add(group, new LogicalExpression.Filtering(left, tested));
    } else if (read != group) {
      memo.add(group, new LogicalExpression.Access(match));
    }
  }

  /** Whether an entry has all columns of a condition. */
  private static boolean isTold(PathMatch match, QueryPredicate condition) {
    return match.path().layout().isPresent()
        && Columns.of(condition).stream()
            .allMatch(column -> match.path().layout().get().has(column));
  }
}
