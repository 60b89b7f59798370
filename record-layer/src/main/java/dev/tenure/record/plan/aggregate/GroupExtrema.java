package dev.tenure.record.plan.aggregate;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.GroupMatch;
import dev.tenure.record.plan.match.GroupPaths;
import dev.tenure.record.plan.match.KeyPart;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Groups with their least or greatest value, from an index that has them in the order of it: {@code
 * permuted-min} and {@code permuted-max}. The index has no group of nulls alone, so that a query
 * must not want these.
 *
 * @param having conditions on groups
 * @param order the order asked for, without columns that are the same in all groups
 * @param expected how many groups there are
 */
record GroupExtrema(
    BoundGroups groups,
    RecordSet set,
    List<QueryPredicate> having,
    List<OrderColumn> order,
    double expected) {

  /** The plans of all indexes that serve; a row of theirs is a group with its extremum. */
  List<PlanNode> plans(List<BoundIndex> indexes) {
    return groups
        .onlyExtremum()
        .filter(each -> groups.hasValues(each, set.conjuncts(), having))
        .stream()
        .flatMap(extremum -> indexes.stream().flatMap(index -> plan(index, extremum).stream()))
        .toList();
  }

  private Optional<PlanNode> plan(BoundIndex index, Aggregate aggregate) {
    KeyExpression column = aggregate.column().orElseThrow();
    List<QueryPredicate> extrema =
        having.stream()
            .filter(each -> PredicateColumns.of(each).equals(Set.of(aggregate.expression())))
            .map(each -> Having.map(each, of -> column))
            .toList();
    return GroupPaths.ofExtrema(index, set, extrema, groups.metaData())
        .filter(match -> match.function().equals(aggregate.kind().name().toLowerCase(Locale.ROOT)))
        .filter(match -> isOfGroups(match, column))
        .flatMap(match -> scan(match, column));
  }

  /** Whether rows are the groups asked for, and what conditions say can be told of them. */
  private boolean isOfGroups(GroupMatch match, KeyExpression column) {
    KeyColumn grouped = match.grouped().orElseThrow();
    List<KeyColumn> held = match.path().index().orElseThrow().index().columns().columns();
    List<KeyColumn> ofGroup = held.subList(0, held.size() - 1);
    return KeyPart.find(grouped, ValueType.ANY, column)
            .filter(part -> part.order().isEmpty())
            .isPresent()
        && groups.columns().stream().allMatch(each -> isAmong(ofGroup, each))
        && ofGroup.stream().allMatch(this::isSame)
        && rest(match).stream()
            .flatMap(condition -> PredicateColumns.of(condition).stream())
            .allMatch(each -> !each.fansOut() && isAmong(ofGroup, each));
  }

  private static boolean isAmong(List<KeyColumn> held, KeyExpression column) {
    return held.stream().anyMatch(each -> holds(each, column));
  }

  private static boolean holds(KeyColumn held, KeyExpression column) {
    return KeyPart.find(held, ValueType.ANY, column).isPresent();
  }

  /** Whether all rows of a group have one value of the index's column. */
  private boolean isSame(KeyColumn held) {
    return groups.columns().stream().anyMatch(each -> holds(held, each))
        || set.conjuncts().stream()
            .flatMap(condition -> PredicateColumns.of(condition).stream())
            .filter(each -> holds(held, each))
            .anyMatch(each -> GroupOrders.isConstant(each, set.conjuncts()));
  }

  /** What rows are to be tested for; nulls are in no extremum anyway. */
  private static List<QueryPredicate> rest(GroupMatch match) {
    return match.rest().stream()
        .filter(
            each ->
                !(each instanceof QueryPredicate.NullCheck check
                    && !check.wantsNull()
                    && GroupPaths.isOn(match.grouped().orElseThrow(), check)))
        .toList();
  }

  private Optional<PlanNode> scan(GroupMatch match, KeyExpression column) {
    List<OrderColumn> wanted = new ArrayList<>();
    for (OrderColumn each : order) {
      boolean ofExtremum = Aggregate.find(each.column()).isPresent();
      wanted.add(ofExtremum ? withoutNulls(column, each.order()) : each);
    }
    AccessPath path = match.path();
    List<QueryPredicate> rest = rest(match);
    return path.directionFor(OrderSpec.by(wanted))
        .map(
            direction -> {
              PlanNode scan =
                  new ScanExtrema(
                      path, direction, new Estimate(expected, Estimate.REQUEST, expected));
              return rest.isEmpty()
                  ? scan
                  : new Filter(
                      scan, new Conditions(rest, groups.metaData(), set.types()), expected);
            });
  }

  /** An extremum is never null in the index, so that it does not matter where nulls go. */
  private static OrderColumn withoutNulls(KeyExpression column, KeyOrder order) {
    return order.isDescending() ? OrderColumn.descending(column) : OrderColumn.ascending(column);
  }
}
