package dev.tenure.record.plan.memo;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPaths;
import dev.tenure.record.plan.match.PathMatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The groups of one query, one for each set of records. {@link #explore} applies the rules to every
 * expression of every group until no rule adds anything. Exploration ends, since the sets that can
 * be made of the query's conditions, their branches and the conditions of sparse indexes are
 * finite; few of them occur.
 */
public final class Memo implements Exploration {
  private final BoundMetaData metaData;
  private final AccessPaths accessPaths;
  private final List<BoundIndex> indexes;
  private final Cardinalities cardinalities;
  private final PlanningLimits limits;
  private final Map<RecordSet, Group> bySet = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final IdentityHashMap<Group, List<PathMatch>> paths = new IdentityHashMap<>();
  private int expressions;

  /**
   * Creates an empty memo.
   *
   * @param indexes the indexes that may be read
   */
  public Memo(
      BoundMetaData metaData,
      List<BoundIndex> indexes,
      Cardinalities cardinalities,
      PlanningLimits limits) {
    this.metaData = metaData;
    this.accessPaths = new AccessPaths(metaData);
    this.indexes = List.copyOf(indexes);
    this.cardinalities = cardinalities;
    this.limits = limits;
  }

  @Override
  public Group group(RecordSet set) {
    Group known = bySet.get(set);
    if (known != null) {
      return known;
    }
    PlanningLimits.require("sets of records", groups.size() + 1, limits.groupsMax());
    Group group = new Group("G" + groups.size(), set, cardinalities.rows(set));
    bySet.put(set, group);
    groups.add(group);
    add(group, new LogicalExpression.Selection(set));
    return group;
  }

  @Override
  public void add(Group group, LogicalExpression expression) {
    if (group.add(expression)) {
      expressions++;
      PlanningLimits.require("ways to read them", expressions, limits.expressionsMax());
    }
  }

  @Override
  public void requireBranches(int branches, Object condition) {
    PlanningLimits.require("branches of " + condition, branches, limits.branchesMax());
  }

  @Override
  public List<PathMatch> paths(Group group) {
    return paths.computeIfAbsent(group, unused -> accessPaths.all(group.set(), indexes));
  }

  @Override
  public AccessPaths accessPaths() {
    return accessPaths;
  }

  @Override
  public BoundMetaData metaData() {
    return metaData;
  }

  @Override
  public List<BoundIndex> indexes() {
    return indexes;
  }

  /** Applies rules until no rule adds an expression to any group. */
  public void explore(List<ExplorationRule> rules) {
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      for (int e = 0; e < group.expressionCount(); e++) {
        for (ExplorationRule rule : rules) {
          rule.explore(group.expression(e), group, this);
        }
      }
    }
  }

  /** All groups, in the order in which they were found. */
  public List<Group> groups() {
    return List.copyOf(groups);
  }
}
