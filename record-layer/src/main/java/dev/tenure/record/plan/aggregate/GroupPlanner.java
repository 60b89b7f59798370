package dev.tenure.record.plan.aggregate;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.aggregate.FoldGroups.Placed;
import dev.tenure.record.plan.aggregate.Part.Role;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.logical.Implication;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.AccessPaths;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Memo;
import dev.tenure.record.plan.memo.Optimizer;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.Aggregate.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds plans for groups of a set of records. A plan reads aggregate indexes, or it folds the rows
 * of a plan for the records, in an order in which the records of a group follow one another.
 */
public final class GroupPlanner {
  /** The most orders of records for which plans are looked for. */
  private static final int ORDERS_MAX = 12;

  private static final double INTERVAL = 0.3;

  private final BoundGroups groups;
  private final List<BoundIndex> indexes;
  private final Statistics statistics;
  private final Group root;
  private final AccessPaths accessPaths;
  private final Map<Aggregate, Group> extrema = new LinkedHashMap<>();
  private final GroupOrders orders;
  private final List<OrderColumn> order;
  private final List<QueryPredicate> having;

  /**
   * Begins a search for plans, and adds to the memo the sets of records for which it needs plans.
   *
   * @param indexes the indexes that may be read
   * @param order the order of groups, by their columns and aggregates
   * @param having the conditions on groups
   */
  public GroupPlanner(
      BoundGroups groups,
      List<OrderColumn> order,
      List<QueryPredicate> having,
      RecordSet set,
      List<BoundIndex> indexes,
      Statistics statistics,
      Memo memo) {
    this.groups = groups;
    this.indexes = List.copyOf(indexes);
    this.statistics = statistics;
    this.root = memo.group(set);
    this.accessPaths = memo.accessPaths();
    List<KeyExpression> varying =
        groups.columns().stream()
            .filter(each -> !GroupOrders.isConstant(each, set.conjuncts()))
            .toList();
    List<Placed> wanted = new ArrayList<>();
    for (OrderColumn each : order) {
      boolean isNew = wanted.stream().noneMatch(one -> one.column().equals(each.column()));
      if (isNew && varying.contains(each.column())) {
        wanted.add(new Placed(each.column(), each.order()));
      }
    }
    Optional<KeyExpression> distinct =
        groups.aggregates().stream()
            .filter(each -> each.kind() == Kind.COUNT_DISTINCT)
            .flatMap(each -> each.column().stream())
            .filter(each -> !groups.columns().contains(each))
            .filter(each -> !GroupOrders.isConstant(each, set.conjuncts()))
            .findFirst();
    this.orders = new GroupOrders(varying, wanted, distinct);
    this.having = List.copyOf(having);
    this.order =
        varying.isEmpty()
            ? List.of()
            : order.stream()
                .filter(
                    each ->
                        varying.contains(each.column())
                            || Aggregate.find(each.column()).isPresent())
                .toList();
    if (varying.isEmpty()) {
      groups.aggregates().stream()
          .filter(each -> each.kind() == Kind.MIN || each.kind() == Kind.MAX)
          .forEach(each -> extrema.put(each, memo.group(having(set, each.column().orElseThrow()))));
    }
  }

  /** The records of a set in which a column is not null. */
  private static RecordSet having(RecordSet set, KeyExpression column) {
    QueryPredicate notNull = new QueryPredicate.NullCheck(column, false);
    if (new Implication(set.conjuncts()).implies(notNull)) {
      return set;
    }
    List<QueryPredicate> more = new ArrayList<>(set.conjuncts());
    more.add(notNull);
    return set.of(more);
  }

  /** The expected number of groups. */
  public double expected() {
    return Math.min(
        Math.max(1, root.rows()),
        orders.varying().stream()
            .mapToDouble(this::distinct)
            .reduce(1, (one, other) -> one * other));
  }

  /**
   * Returns all plans that the search finds.
   *
   * @param optimizer the optimizer of the memo, which has been explored
   * @param share the number of groups that are wanted, divided by the number that is expected
   */
  public List<PlanNode> plans(Optimizer optimizer, double share) {
    List<PlanNode> plans = new ArrayList<>();
    new GroupExtrema(groups, root.set(), having, order, expected())
        .plans(indexes)
        .forEach(scan -> plans.add(fold(List.of(ofRows(scan)), List.of())));
    if (order.stream().anyMatch(each -> Aggregate.find(each.column()).isPresent())) {
      return plans; // no order of records is one of aggregates, and groups are not held
    }
    GroupIndexes ofGroups = new GroupIndexes(groups, orders, root.set(), indexes, this::entries);
    ofGroups
        .ways(aggregate -> extremum(aggregate, optimizer))
        .forEach((parts, order) -> plans.add(fold(parts, order)));
    if (orders.varying().stream().noneMatch(KeyExpression::fansOut)) {
      for (List<Placed> order : recordOrders()) {
        optimizer
            .best(root, goal(order, share))
            .ifPresent(plan -> plans.add(fold(List.of(ofRows(plan)), order)));
      }
    }
    return plans;
  }

  /** A part whose rows have the columns of all aggregates of the query. */
  private Part ofRows(PlanNode plan) {
    List<Role> roles = Collections.nCopies(groups.aggregates().size(), Role.COLUMN);
    return new Part(plan, false, true, false, roles);
  }

  private Goal goal(List<Placed> order, double share) {
    List<OrderColumn> columns =
        order.stream().map(each -> new OrderColumn(each.column(), each.order())).toList();
    List<KeyExpression> needed = new ArrayList<>(groups.columns());
    groups.aggregates().forEach(each -> each.column().ifPresent(needed::add));
    double part = orders.varying().isEmpty() ? Goal.ALL : share;
    return new Goal(OrderSpec.by(columns), Needs.of(needed), part);
  }

  /** A plan of the row with a column's minimum or maximum, when there is only one group. */
  private Optional<PlanNode> extremum(Aggregate aggregate, Optimizer optimizer) {
    Group group = extrema.get(aggregate);
    if (group == null) {
      return Optional.empty();
    }
    KeyExpression column = aggregate.column().orElseThrow();
    OrderColumn order =
        aggregate.kind() == Kind.MIN
            ? OrderColumn.ascending(column)
            : OrderColumn.descending(column);
    List<KeyExpression> needed = new ArrayList<>(groups.columns());
    needed.add(column);
    return optimizer.best(
        group, new Goal(OrderSpec.by(List.of(order)), Needs.of(needed), 1 / group.rows()));
  }

  private Set<List<Placed>> recordOrders() {
    Set<List<Placed>> found = new LinkedHashSet<>();
    found.add(orders.asked());
    paths()
        .flatMap(path -> Stream.of(orders.of(path, false), orders.of(path, true)))
        .flatMap(Optional::stream)
        .limit(ORDERS_MAX)
        .forEach(found::add);
    return found;
  }

  /**
   * The access paths to the records in whose order the records of a group may follow one another.
   */
  private Stream<AccessPath> paths() {
    RecordSet set = root.set();
    Stream<PathMatch> ofIndexes =
        indexes.stream().flatMap(index -> accessPaths.byIndex(index, set).stream());
    Stream<PathMatch> ofRecords =
        set.types().stream()
            .map(groups.metaData()::type)
            .map(type -> accessPaths.byRecords(List.of(type), set));
    return Stream.concat(ofIndexes, ofRecords.limit(1)).map(PathMatch::path);
  }

  private PlanNode fold(List<Part> parts, List<Placed> order) {
    double rows = expected();
    double setup = 0;
    double run = 0;
    for (Part part : parts) {
      Estimate of = part.source().estimate();
      setup += of.setup();
      run += of.run() + of.rows() * Estimate.ROW;
    }
    boolean isOne = orders.varying().isEmpty();
    Estimate estimate = isOne ? new Estimate(1, setup + run, 0) : new Estimate(rows, setup, run);
    List<Placed> ofGroups = order.stream().limit(orders.varying().size()).toList();
    return new FoldGroups(groups, ofGroups, parts, estimate);
  }

  /**
   * The expected number of groups of an index path. It is at most the number of records, and at
   * most the number of different tuples of its columns.
   */
  private double entries(AccessPath path) {
    double tuples = path.bounds().interval().isPresent() ? INTERVAL : 1;
    for (int i = path.bounds().equalities().size(); i < path.slots().size(); i++) {
      tuples *= path.slots().get(i).column().map(this::distinctOf).orElse(1.0);
    }
    return Math.max(1, Math.min(tuples, root.rows()));
  }

  private double distinctOf(KeyColumn held) {
    return groups.columns().stream()
        .filter(column -> column.columns().get(0).path().equals(held.path()))
        .findFirst()
        .map(this::distinct)
        .orElse(Statistics.DISTINCT);
  }

  private double distinct(KeyExpression column) {
    return groups.types().stream()
        .mapToDouble(
            type ->
                statistics.distinct(type, List.of(column.toString())).orElse(Statistics.DISTINCT))
        .max()
        .orElse(1);
  }
}
