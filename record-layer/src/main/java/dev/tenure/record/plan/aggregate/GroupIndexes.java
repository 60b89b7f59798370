package dev.tenure.record.plan.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.aggregate.FoldGroups.Placed;
import dev.tenure.record.plan.aggregate.Part.Role;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.AccessPath;
import dev.tenure.record.plan.match.GroupMatch;
import dev.tenure.record.plan.match.GroupPaths;
import dev.tenure.record.plan.match.KeyPart;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Filter;
import dev.tenure.record.plan.node.PathScan;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Plans for groups from aggregate indexes. A count index tells which groups exist, and gives every
 * aggregate of its own columns. Sums, and counts of values, of other columns are read from their
 * own indexes at the same time, in the same order of groups.
 */
final class GroupIndexes {
  private final BoundGroups groups;
  private final GroupOrders orders;
  private final RecordSet set;
  private final ToDoubleFunction<AccessPath> entries;
  private final List<GroupMatch> usable;

  /**
   * Finds the indexes that have the groups of a set of records.
   *
   * @param entries computes the expected number of groups of a path
   */
  GroupIndexes(
      BoundGroups groups,
      GroupOrders orders,
      RecordSet set,
      List<BoundIndex> indexes,
      ToDoubleFunction<AccessPath> entries) {
    this.groups = groups;
    this.orders = orders;
    this.set = set;
    this.entries = entries;
    this.usable =
        indexes.stream()
            .flatMap(index -> GroupPaths.of(index, set, groups.metaData()).stream())
            .filter(this::isUsable)
            .toList();
  }

  /**
   * Whether groups of the index can be added up to groups of the query, and all other conditions be
   * tested on them. Groups cannot be added up if a column fans out that the query does not group
   * by, since a record is then in several of them.
   */
  private boolean isUsable(GroupMatch match) {
    boolean hasColumns = groups.columns().stream().allMatch(each -> has(match, each));
    boolean isTold =
        match.rest().stream()
            .flatMap(condition -> PredicateColumns.of(condition).stream())
            .allMatch(column -> !column.fansOut() && has(match, column));
    return hasColumns
        && isTold
        && match.path().slots().stream()
            .flatMap(slot -> slot.column().stream())
            .filter(KeyColumn::fansOut)
            .allMatch(held -> groups.columns().stream().anyMatch(each -> holds(held, each)));
  }

  private static boolean holds(KeyColumn held, KeyExpression column) {
    return KeyPart.find(held, ValueType.ANY, column).isPresent();
  }

  private static boolean has(GroupMatch match, KeyExpression column) {
    return match.path().layout().orElseThrow().has(column);
  }

  /**
   * All ways to read the groups: each is a list of parts and their common order.
   *
   * @param extremum gives a plan of the one row with an extremum; empty when there are several
   *     groups
   */
  Map<List<Part>, List<Placed>> ways(Function<Aggregate, Optional<PlanNode>> extremum) {
    Map<List<Part>, List<Placed>> ways = new LinkedHashMap<>();
    for (GroupMatch base : usable) {
      for (boolean reverse : new boolean[] {false, true}) {
        if (base.function().equals(Index.COUNT)) {
          orders
              .of(base.path(), reverse)
              .flatMap(order -> new Way(Optional.of(base), reverse, extremum).parts())
              .ifPresent(parts -> ways.put(parts, ordered(base, reverse)));
        }
      }
    }
    if (groups.columns().isEmpty()) {
      new Way(Optional.empty(), false, extremum)
          .parts()
          .ifPresent(parts -> ways.put(parts, List.of()));
    }
    return ways;
  }

  private List<Placed> ordered(GroupMatch match, boolean reverse) {
    return orders.ofGroups().of(match.path(), reverse).orElseThrow();
  }

  /** One way to read the groups, while it is assembled. */
  private final class Way {
    private final Optional<GroupMatch> base;
    private final boolean reverse;
    private final Function<Aggregate, Optional<PlanNode>> extremum;
    private final Map<GroupMatch, List<Role>> read = new LinkedHashMap<>();
    private final List<Part> firsts = new ArrayList<>();

    Way(
        Optional<GroupMatch> base,
        boolean reverse,
        Function<Aggregate, Optional<PlanNode>> extremum) {
      this.base = base;
      this.reverse = reverse;
      this.extremum = extremum;
      base.ifPresent(this::roles);
    }

    private List<Role> roles(GroupMatch match) {
      return read.computeIfAbsent(match, unused -> nothing());
    }

    private List<Role> nothing() {
      return new ArrayList<>(Collections.nCopies(groups.aggregates().size(), Role.NOTHING));
    }

    /** The parts of this way; empty when no index has one of the aggregates. */
    Optional<List<Part>> parts() {
      for (int i = 0; i < groups.aggregates().size(); i++) {
        if (!serve(i, groups.aggregates().get(i))) {
          return Optional.empty();
        }
      }
      List<Part> parts = new ArrayList<>();
      read.forEach((match, roles) -> parts.add(part(match, roles)));
      parts.addAll(firsts);
      return Optional.of(parts);
    }

    private boolean serve(int place, Aggregate aggregate) {
      boolean isInBase =
          base.isPresent() && aggregate.column().map(each -> has(base.get(), each)).orElse(true);
      if (isInBase) {
        roles(base.get()).set(place, Role.COLUMN);
        return true;
      }
      return switch (aggregate.kind()) {
        case COUNT, COUNT_DISTINCT -> false;
        case COUNT_NOT_NULL -> number(place, aggregate);
        case SUM, AVERAGE ->
            beside(Index.SUM, place, aggregate, Role.SUM) && number(place, aggregate);
        case MIN, MAX -> first(place, aggregate);
      };
    }

    private boolean number(int place, Aggregate aggregate) {
      if (base.isPresent() && groups.isNeverNull(aggregate.column().orElseThrow())) {
        roles(base.get()).set(place, Role.NUMBER);
        return true;
      }
      return beside(Index.COUNT_NOT_NULL, place, aggregate, Role.NUMBER);
    }

    private boolean beside(String function, int place, Aggregate aggregate, Role role) {
      String path = aggregate.column().orElseThrow().columns().get(0).path();
      Optional<GroupMatch> found =
          usable.stream()
              .filter(each -> each.function().equals(function))
              .filter(each -> each.grouped().filter(of -> of.path().equals(path)).isPresent())
              .filter(
                  each ->
                      base.isEmpty()
                          || orders
                              .ofGroups()
                              .of(each.path(), reverse)
                              .equals(orders.ofGroups().of(base.get().path(), reverse)))
              .findFirst();
      found.ifPresent(each -> roles(each).set(place, role));
      return found.isPresent();
    }

    private boolean first(int place, Aggregate aggregate) {
      Optional<PlanNode> plan = extremum.apply(aggregate);
      plan.ifPresent(
          each -> {
            List<Role> roles = nothing();
            roles.set(place, Role.COLUMN);
            firsts.add(new Part(new First(each), false, false, false, roles));
          });
      return plan.isPresent();
    }

    private Part part(GroupMatch match, List<Role> roles) {
      AccessPath path = match.path();
      double rows = entries.applyAsDouble(path);
      PlanNode scan =
          new PathScan(
              path,
              reverse ? AccessPath.Direction.REVERSE : AccessPath.Direction.FORWARD,
              new Estimate(rows, Estimate.REQUEST, rows));
      if (!match.rest().isEmpty()) {
        Conditions rest = new Conditions(match.rest(), groups.metaData(), set.types());
        scan = new Filter(scan, rest, rows);
      }
      boolean isBase = base.filter(match::equals).isPresent();
      return new Part(scan, true, isBase, reverse, roles);
    }
  }
}
