package dev.tenure.record.plan.bitmap;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.Equalities;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.And;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Not;
import dev.tenure.record.query.QueryPredicate.NullCheck;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.Or;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes sets of positions from conditions. A group of an index with several columns is bound by a
 * condition together with other equalities of the query. Such a set is right only together with
 * these equalities, which are in {@link Made#beside}.
 */
final class PositionSets {
  private final List<BoundIndex> indexes;
  private final GroupMatcher matcher;
  private final List<QueryPredicate> conjuncts;

  /** Finds bounds for the columns of a group. */
  interface GroupMatcher {
    /**
     * The bounds that some conditions give, where earlier conditions are preferred; empty unless
     * all columns are bound.
     */
    Optional<Equalities> bind(BoundIndex index, List<QueryPredicate> conditions);
  }

  /**
   * A set of positions.
   *
   * @param without whether the positions are excluded from the result rather than included
   * @param beside the conditions of the query without which the set is not right
   */
  record Made(List<PositionSet> sets, boolean without, Set<QueryPredicate> beside) {}

  /**
   * Creates a maker for indexes with one position column.
   *
   * @param conjuncts the conditions of the query
   */
  PositionSets(List<BoundIndex> indexes, GroupMatcher matcher, List<QueryPredicate> conjuncts) {
    this.indexes = indexes;
    this.matcher = matcher;
    this.conjuncts = conjuncts;
  }

  /** The set of a condition; empty when no index answers it. */
  Optional<Made> of(QueryPredicate condition) {
    if (condition instanceof Or or) {
      return or(or);
    }
    if (condition instanceof And and) {
      return and(and);
    }
    if (condition instanceof Not not) {
      return without(not.part());
    }
    if (condition instanceof Comparison comparison
        && comparison.operator() == Operator.NOT_EQUAL
        && !comparison.column().fansOut()) {
      return without(new Comparison(comparison.column(), Operator.EQUAL, comparison.operand()));
    }
    if (condition instanceof NullCheck check && !check.wantsNull() && !check.column().fansOut()) {
      return group(new NullCheck(check.column(), true)).map(PositionSets::opposite);
    }
    return OneColumn.isList(condition) ? each(condition) : group(condition);
  }

  /** The groups of a list: of one value, which is bound to each value of it. */
  private Optional<Made> each(QueryPredicate list) {
    return group(OneColumn.equal(list)).map(one -> eachOf(list, one));
  }

  private static Made eachOf(QueryPredicate list, Made one) {
    PositionSet.Group group = (PositionSet.Group) one.sets().get(0);
    PositionSet all = new PositionSet.EachOf(list, OneColumn.parameterOf(list), group);
    return new Made(List.of(all), false, one.beside());
  }

  private static Made opposite(Made made) {
    return new Made(made.sets(), true, made.beside());
  }

  /** The set of one group, which is bound by an equality and other equalities of the query. */
  private Optional<Made> group(QueryPredicate condition) {
    List<QueryPredicate> conditions = new ArrayList<>(List.of(condition));
    conjuncts.stream().filter(each -> !each.equals(condition)).forEach(conditions::add);
    for (BoundIndex index : indexes) {
      Optional<Equalities> bound =
          matcher.bind(index, conditions).filter(each -> each.used().contains(condition));
      if (bound.isPresent()) {
        Set<QueryPredicate> beside = new LinkedHashSet<>(bound.get().used());
        beside.remove(condition);
        PositionSet group = new PositionSet.Group(index, bound.get().bounds(), bound.get().used());
        return Optional.of(new Made(List.of(group), false, beside));
      }
    }
    return Optional.empty();
  }

  /**
   * The set of a negated equality. Where the equality is not true, it must be false and not
   * unknown, so that none of the compared columns may be null.
   */
  private Optional<Made> without(QueryPredicate part) {
    if (part instanceof NullCheck check) {
      return check.wantsNull() ? group(part).map(PositionSets::opposite) : Optional.empty();
    }
    Optional<KeyExpression> column = column(part);
    Optional<Made> equal = column.flatMap(unused -> of(part));
    Optional<Made> none = column.flatMap(each -> group(new NullCheck(each, true)));
    if (equal.isEmpty() || none.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(opposite(both(List.of(equal.get(), none.get()))));
  }

  private static Optional<KeyExpression> column(QueryPredicate part) {
    if (OneColumn.isList(part)) {
      return Optional.of(OneColumn.columnOf(part));
    }
    return part instanceof Comparison comparison && comparison.operator() == Operator.EQUAL
        ? Optional.of(comparison.column())
        : Optional.empty();
  }

  private static Made both(List<Made> parts) {
    List<PositionSet> sets = new ArrayList<>();
    Set<QueryPredicate> beside = new LinkedHashSet<>();
    for (Made part : parts) {
      sets.addAll(part.sets());
      beside.addAll(part.beside());
    }
    return new Made(sets, false, beside);
  }

  private Optional<Made> or(Or or) {
    List<Made> parts = new ArrayList<>();
    for (QueryPredicate part : or.parts()) {
      Optional<Made> made = of(part).filter(each -> !each.without());
      if (made.isEmpty()) {
        return Optional.empty();
      }
      parts.add(made.get());
    }
    Made all = both(parts);
    return Optional.of(
        new Made(List.of(PositionSet.Joined.of(false, all.sets())), false, all.beside()));
  }

  private Optional<Made> and(And and) {
    List<Made> with = new ArrayList<>();
    List<Made> without = new ArrayList<>();
    for (QueryPredicate part : and.parts()) {
      Optional<Made> made = of(part);
      if (made.isEmpty()) {
        return Optional.empty();
      }
      (made.get().without() ? without : with).add(made.get());
    }
    if (with.isEmpty()) {
      return Optional.empty();
    }
    Made in = both(with);
    Made out = both(without);
    Set<QueryPredicate> beside = new LinkedHashSet<>(in.beside());
    beside.addAll(out.beside());
    return Optional.of(new Made(List.of(PositionSet.of(in.sets(), out.sets())), false, beside));
  }
}
