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
 * Plans for groups with their minimum or maximum, from an index of type {@code permuted-min} or
 * {@code permuted-max}, which has the groups in the order of that value. Such an index has no group
 * in which the value is null in all records. It therefore serves only queries that do not want
 * those groups.
 *
 * @param having the conditions on groups
 * @param order the query's order, without columns that are equal in all groups
 * @param expected the expected number of groups
 */
record GroupExtrema(
    BoundGroups groups,
    RecordSet set,
    List<QueryPredicate> having,
    List<OrderColumn> order,
    double expected) {

  /** The plans by all usable indexes. A row of such a plan is a group with its extremum. */
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

  /**
   * Whether the rows of an index are the groups of the query, and all conditions can be tested on
   * them.
   */
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

  /** Whether a column of the index has the same value for all records of a group. */
  private boolean isSame(KeyColumn held) {
    return groups.columns().stream().anyMatch(each -> holds(held, each))
        || set.conjuncts().stream()
            .flatMap(condition -> PredicateColumns.of(condition).stream())
            .filter(each -> holds(held, each))
            .anyMatch(each -> GroupOrders.isConstant(each, set.conjuncts()));
  }

  /**
   * The conditions that the rows must be tested for. A condition that the value is not null is left
   * out, since an extremum is never null.
   */
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

  /**
   * The order of a column without its place of nulls, which does not matter: an extremum in the
   * index is never null.
   */
  private static OrderColumn withoutNulls(KeyExpression column, KeyOrder order) {
    return order.isDescending() ? OrderColumn.descending(column) : OrderColumn.ascending(column);
  }
}
