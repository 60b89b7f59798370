package dev.tenure.record.plan.rule;

import dev.tenure.record.index.ConditionScan;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Implementation;
import dev.tenure.record.plan.memo.ImplementationRule;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.ScanOrder;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.FirstEntries;
import dev.tenure.record.plan.node.PathScan;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.TypeFilter;
import java.util.List;
import java.util.Optional;

/**
 * Scans an access path in the direction that gives the wanted order.
 *
 * <pre>
 * read index (a, b) [= 1], order b desc  →  scan index [= 1] reverse
 * </pre>
 */
final class ReadAccessPath implements ImplementationRule {
  @Override
  public String name() {
    return "read-path";
  }

  @Override
  public void implement(
      LogicalExpression expression, Group group, Goal goal, Implementation search) {
    if (!(expression instanceof LogicalExpression.Access access)) {
      return;
    }
    AccessPath path = access.match().path();
    Optional<AccessPath.Direction> direction = path.directionFor(goal.order());
    direction.ifPresent(each -> search.offer(plan(path, each, group, goal, search)));
    boolean hasOthers = !path.types().equals(group.set().typeNames());
    if (hasOthers && goal.isLimited() && goal.order().isNone()) {
      search.offer(plan(path, AccessPath.Direction.REVERSE, group, goal, search));
    }
  }

  private static PlanNode plan(
      AccessPath path,
      AccessPath.Direction direction,
      Group group,
      Goal goal,
      Implementation search) {
    boolean isSame = path.types().equals(group.set().typeNames());
    RecordSet read = isSame ? group.set() : group.set().ofTypes(path.types());
    double records = isSame ? group.rows() : search.cardinalities().rows(read);
    double entries = path.distinct() ? records : records * search.cardinalities().entries(read);
    IndexCandidate.Cost cost =
        path.search().map(ConditionScan::cost).orElse(IndexCandidate.Cost.RANGE);
    double scanned =
        path.search().map(each -> search.cardinalities().rows(read(each, read))).orElse(entries);
    Estimate estimate =
        new Estimate(entries, Estimate.REQUEST + cost.toStart(), scanned * cost.perEntry());
    PlanNode plan = new PathScan(path, direction, estimate);
    if (!path.distinct()) {
      plan = new FirstEntries(new Fetch(plan), path, direction, records);
    }
    return isSame
        ? plan
        : TypeFilter.of(
            plan,
            path.types(),
            group.set().types(),
            search.metaData(),
            group.rows(),
            goal.isLimited()
                ? ScanOrder.readOfTypes(path, direction, group.set(), search.cardinalities())
                : Estimate.EVEN);
  }

  /** The records whose entries a search reads. */
  private static RecordSet read(ConditionScan search, RecordSet found) {
    RecordSet read = found;
    for (int i = 0; i < search.conditions().size(); i++) {
      read = read.replacing(search.conditions().get(i), List.of(search.read().get(i)));
    }
    return read;
  }
}
